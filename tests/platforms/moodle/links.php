<?php
// php links.php: a course with activities called softmax, causal and Q. Moodle's filter "Activity names auto-linking" makes links of
// these names in the texts of the imported questions; inside a formula none may be.
require(__DIR__ . '/common.php');
require_once($CFG->dirroot . '/course/lib.php');
require_once($CFG->dirroot . '/course/modlib.php');
$course = $DB->get_record('course', ['shortname' => 'ATT'], '*', MUST_EXIST);
foreach (['softmax', 'causal', 'Q'] as $name) {
    if (!$DB->record_exists('page', ['course' => $course->id, 'name' => $name])) {
        create_module((object) ['modulename' => 'page', 'course' => $course->id, 'section' => 0, 'visible' => 1, 'visibleoncoursepage' => 1,
            'name' => $name, 'intro' => '', 'introformat' => FORMAT_HTML, 'introeditor' => ['text' => '', 'format' => FORMAT_HTML, 'itemid' => 0],
            'page' => ['text' => 'x', 'format' => FORMAT_HTML, 'itemid' => 0], 'display' => 0, 'printintro' => 0, 'printlastmodified' => 0]);
    }
}
filter_set_global_state('activitynames', TEXTFILTER_ON);
rebuild_course_cache($course->id, true);
$PAGE = new moodle_page();
$PAGE->set_url('/');
$PAGE->set_course($course);
$context = context_course::instance($course->id);
$filters = filter_manager::instance();
$filters->setup_page_for_filters($PAGE, $context);
$n = ['texts' => 0, 'links' => 0, 'formulas' => 0];
$wrong = [];
foreach ($DB->get_records_select('question', "qtype IN ('multianswer', 'stack')", null, 'id', 'id, name, questiontext, generalfeedback') as $one) {
    foreach (['questiontext', 'generalfeedback'] as $part) {
        $text = $filters->filter_text($one->$part, $context);
        $n['texts']++;
        $n['links'] += substr_count($text, 'autolink');
        preg_match_all('/\\\\\(.*?\\\\\)|\\\\\[.*?\\\\\]/s', $text, $formulas);
        $n['formulas'] += count($formulas[0]);
        foreach ($formulas[0] as $formula) {
            if (strpos($formula, '<a') !== false) {
                $wrong[] = "$one->name, $part: " . substr($formula, 0, 200);
            }
        }
    }
}
foreach ($n as $what => $count) {
    echo "$what $count\n";
}
echo count($wrong), " wrong\n  ", implode("\n  ", array_slice($wrong, 0, 20)), "\n";
exit($wrong || !$n['links'] ? 1 : 0);
