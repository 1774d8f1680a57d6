<?php
// php again.php NAME TYPE FILE: a question that is in a quiz is imported again by the plugin "Import question as new version"
// (maths/moodle-qbank_importasversion, installed in the site), as its page does. NAME is what it is called, TYPE its kind (multianswer, which
// is cloze, or stack), FILE the sheet's corrected export of this question alone. Right is: one more version of the same entry of the bank,
// the same ID number, no other question, and the quiz asks the new one.
[, $name, $type, $file] = $argv;
$file = realpath($file);
require(__DIR__ . '/common.php');
require_once($CFG->dirroot . '/question/editlib.php');
require_once($CFG->dirroot . '/question/format/xml/format.php');
require_once($CFG->dirroot . '/mod/quiz/locallib.php');
$records = $DB->get_records('question', ['name' => $name, 'qtype' => $type], 'id desc', 'id', 0, 1);
$old = question_bank::load_question(reset($records)->id);
$own = 'SELECT COUNT(DISTINCT v.questionbankentryid) FROM {question_versions} v JOIN {question} q ON q.id = v.questionid WHERE q.parent = 0';
$seen = fn() => [$DB->count_records_sql($own), // the blanks of a cloze question are entries too
    $DB->get_field('question_bank_entries', 'idnumber', ['id' => $old->questionbankentryid]),
    $DB->get_field('question_bank_entries', 'questioncategoryid', ['id' => $old->questionbankentryid])];
$asked = function() use ($DB, $old) {
    $references = $DB->get_records('question_references', ['component' => 'mod_quiz', 'questionbankentryid' => $old->questionbankentryid]);
    $quiz = $DB->get_record('quiz_slots', ['id' => end($references)->itemid], '*', MUST_EXIST)->quizid;
    $module = get_coursemodule_from_instance('quiz', $quiz);
    $slots = \mod_quiz\question\bank\qbank_helper::get_question_structure($quiz, context_module::instance($module->id));
    return (int) reset($slots)->questionid;
};
[$before, $was] = [$seen(), $asked()];
$format = new qformat_xml();
$format->displayprogress = false;
$format->importpreprocess();
\qbank_importasversion\importer::import_file($format, $old, $file);
$format->importpostprocess();
$new = $format->questionids[0] ?? 0;
$versions = $DB->get_records('question_versions', ['questionbankentryid' => $old->questionbankentryid], 'version', 'version, questionid');
$fresh = question_bank::load_question($new);
$held = [
    'asked before' => $was === (int) $old->id,
    'one entry, its ID number and category' => $before === $seen() && $before[1] !== null,
    'a newer version' => end($versions)->questionid == $new && count($versions) > 1,
    'another text' => $fresh->questiontext !== $old->questiontext,
    'asked now' => $asked() === (int) $new,
];
echo json_encode(['idnumber' => $before[1], 'versions' => count($versions)] + $held, JSON_UNESCAPED_UNICODE), "\n";
exit(in_array(false, $held, true) ? 1 : 0);
