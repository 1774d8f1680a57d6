<?php
// php quiz.php NAME ATTEMPTS MARKS [TYPE]: a quiz called softmax for an imported question (multianswer, which is cloze, or stack), worth
// so many marks as its sheet says, in a course with another softmax, causal and Q beside it and with auto-linking on; two students, one
// of whom has the site in English and one in German, who have started so many attempts. Printed, in JSON: by the question's name, by the
// language, the numbers of the attempts and of the activity.
require(__DIR__ . '/common.php');
foreach (['data_generator', 'component_generator_base', 'module_generator'] as $one) {
    require_once($CFG->libdir . "/testing/generator/$one.php");
}
require_once($CFG->dirroot . '/course/lib.php');
require_once($CFG->dirroot . '/mod/quiz/locallib.php');
$course = $DB->get_record('course', ['shortname' => 'ATT'], '*', MUST_EXIST);
$make = new testing_data_generator();
foreach (['softmax', 'causal', 'Q'] as $name) {
    if (!$DB->record_exists('page', ['course' => $course->id, 'name' => $name])) {
        $make->create_module('page', ['course' => $course->id, 'name' => $name]);
    }
}
filter_set_global_state('activitynames', TEXTFILTER_ON);
filter_set_global_state('mathjaxloader', TEXTFILTER_ON);
if (file_exists($CFG->dirroot . '/mathjax/tex-mml-chtml.js')) { // MathJax 3 lies in the site where no network is
    set_config('httpsurl', $CFG->wwwroot . '/mathjax/tex-mml-chtml.js', 'filter_mathjaxloader');
}
[, $question, $many, $marks] = $argv;
$records = $DB->get_records('question', ['name' => $question, 'qtype' => $argv[4] ?? 'multianswer'], 'id desc', '*', 0, 1);
$quiz = $make->get_plugin_generator('mod_quiz')->create_instance(['course' => $course->id, 'name' => 'softmax']);
quiz_add_quiz_question(reset($records)->id, $quiz, 0, (float) $marks);
\mod_quiz\quiz_settings::create($quiz->id)->get_grade_calculator()->recompute_quiz_sumgrades();
$out = [];
foreach (['en', 'de'] as $language) {
    $student = $DB->get_record('user', ['username' => "student-$language"])
        ?: $make->create_user(['username' => "student-$language", 'password' => 'Student-1!', 'lang' => $language]);
    $make->enrol_user($student->id, $course->id, 'student');
    \core\session\manager::set_user($student);
    $set = \mod_quiz\quiz_settings::create($quiz->id, $student->id);
    $attempts = [];
    foreach (range(1, (int) $many) as $number) {
        $attempts[] = quiz_prepare_and_start_new_attempt($set, $number, false);
        $DB->set_field('quiz_attempts', 'state', 'finished', ['id' => end($attempts)->id]); // or no other could be started
    }
    foreach ($attempts as $attempt) {
        $DB->set_field('quiz_attempts', 'state', 'inprogress', ['id' => $attempt->id]);
    }
    $out[$question][$language] = ['attempts' => array_map(fn($a) => (int) $a->id, $attempts), 'cmid' => (int) $quiz->cmid];
}
\core\session\manager::set_user(get_admin());
rebuild_course_cache($course->id, true);
echo json_encode($out, JSON_UNESCAPED_UNICODE), "\n";
