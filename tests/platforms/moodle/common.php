<?php
// What the scripts beside this one share: the site, and one attempt at a question. MOODLE is the folder of the installed site.
$named = array_map(fn($x) => realpath($x) ?: $x, array_slice($argv, 1)); // before Moodle changes the folder
define('CLI_SCRIPT', true);
require(getenv('MOODLE') . '/config.php');
require_once($CFG->libdir . '/questionlib.php');
require_once($CFG->dirroot . '/question/engine/lib.php');
\core\session\manager::set_user(get_admin());
$PAGE->set_url('/');
$PAGE->set_context(context_system::instance());

// Submit a response once, or what a function makes of the question that was started, to a question that counts so much in its quiz:
// the mark, the maximum, and the page that the student then sees.
function attempt($question, $response, $most = null, $behaviour = 'deferredfeedback', $variant = null) {
    $usage = question_engine::make_questions_usage_by_activity('core_question_preview', context_system::instance());
    $usage->set_preferred_behaviour($behaviour);
    $slot = $usage->add_question($question, $most ?? $question->defaultmark);
    $usage->start_question($slot, $variant);
    $response = is_callable($response) ? $response($usage->get_question($slot)) : $response;
    $usage->process_action($slot, $response + ($behaviour === 'deferredfeedback' ? [] : ['-submit' => 1]));
    if ($behaviour === 'deferredfeedback') {
        $usage->finish_question($slot);
    }
    $shown = new question_display_options();
    $shown->readonly = true;
    $shown->feedback = $shown->correctness = $shown->rightanswer = $shown->generalfeedback = 1;
    $shown->context = context_system::instance();
    return [$usage->get_question_mark($slot), $usage->get_question_max_mark($slot), $usage->render_question($slot, $shown, '1')];
}

// The page as the student meets it, before anything is typed.
function blank($question) {
    $usage = question_engine::make_questions_usage_by_activity('core_question_preview', context_system::instance());
    $usage->set_preferred_behaviour('deferredfeedback');
    $slot = $usage->add_question($question, 1);
    $usage->start_question($slot);
    $shown = new question_display_options();
    $shown->context = context_system::instance();
    return $usage->render_question($slot, $shown, '1');
}

// A sentence as it is compared: without entities, which stand twice where it is in an attribute, its blanks as one.
function bare($text) {
    return preg_replace('/\s+/u', ' ', html_entity_decode(html_entity_decode($text, ENT_QUOTES), ENT_QUOTES));
}
