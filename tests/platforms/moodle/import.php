<?php
// php import.php FILE …: Moodle XML files into the question bank of a course, as a teacher imports them.
require(__DIR__ . '/common.php');
require_once($CFG->dirroot . '/question/format.php');
require_once($CFG->dirroot . '/question/format/xml/format.php');
require_once($CFG->dirroot . '/course/lib.php');
require_once($CFG->dirroot . '/question/editlib.php');
$course = $DB->get_record('course', ['shortname' => 'ATT'])
    ?: create_course((object) ['fullname' => 'Attention', 'shortname' => 'ATT', 'category' => 1]);
$bank = \core_question\local\bank\question_bank_helper::get_default_open_instance_system_type($course, true);
$context = context_module::instance($bank->id);
$files = $questions = 0;
foreach ($named as $file) {
    $format = new qformat_xml();
    $format->setCategory(question_get_default_category($context->id, true));
    $format->setContexts([$context]);
    $format->setCourse($course);
    $format->setFilename($file);
    $format->setRealfilename(basename($file));
    $format->setMatchgrades('error');
    $format->setCatfromfile(true);
    $format->setContextfromfile(false);
    $format->setStoponerror(true);
    ob_start();
    try {
        $done = $format->importpreprocess() && $format->importprocess();
        $why = '';
    } catch (\Throwable $error) {
        $done = false;
        $why = $error->getMessage() . ' ' . ($error->debuginfo ?? '');
    }
    $said = trim(html_to_text(ob_get_clean(), 0));
    $files += $done;
    $questions += count($format->questionids ?? []);
    if (!$done) {
        echo "$file: not imported: $why ", mb_substr($said, 0, 500), "\n";
    }
}
printf("imported: %d of %d files, %d questions\n", $files, $argc - 1, $questions);
exit($files === $argc - 1 ? 0 : 1);
