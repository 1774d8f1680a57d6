<?php
// php stack.php SECONDS: the tests that the imported STACK questions carry, run by STACK as a teacher runs them, seed by seed.
require(__DIR__ . '/common.php');
require_once($CFG->dirroot . '/question/type/stack/locallib.php');
require_once($CFG->dirroot . '/question/type/stack/stack/questiontest.php');
require_once($CFG->dirroot . '/question/type/stack/stack/cas/installhelper.class.php');
if (!file_exists(stack_cas_configuration::maximalocal_location())) {
    stack_cas_configuration::create_maximalocal(); // as STACK's page "healthcheck" does: before it, no answer is looked at
}
$until = time() + (int) ($argv[1] ?? 600);
$n = array_fill_keys(['questions', 'seeds', 'tests', 'passed', 'messages'], 0);
$wrong = [];
$all = $DB->get_records_sql("SELECT id, name FROM {question} WHERE qtype = 'stack' AND name LIKE ? ORDER BY id", [$argv[2] ?? '%']);
foreach ($all as $record) {
    if (time() > $until) {
        echo "stopped after the time given, at $record->name\n";
        break;
    }
    $n['questions']++;
    $tests = question_bank::get_qtype('stack')->load_question_tests($record->id);
    $seeds = $DB->get_fieldset_select('qtype_stack_deployed_seeds', 'seed', 'questionid = ?', [$record->id]) ?: [null];
    foreach ($seeds as $seed) {
        $n['seeds']++;
        foreach ($tests as $test) {
            $n['tests']++;
            $question = question_bank::load_question($record->id);
            if ($seed !== null) {
                $question->seed = (int) $seed;
            }
            try {
                $result = $test->test_question($record->id, $seed, context_system::instance());
            } catch (\Throwable $error) {
                $wrong[] = "$record->name: {$test->description}: " . $error->getMessage();
                continue;
            }
            if ($result->passed() === '1' || $result->passed() === true) {
                $n['passed']++;
            } else {
                $states = array_map(fn($s) => "$s->score ($s->expectedscore) $s->answernote ($s->expectedanswernote) $s->errors",
                    $result->get_prt_states());
                $wrong[] = "$record->name, seed $seed: {$test->description}: " . json_encode($states, JSON_UNESCAPED_UNICODE);
            }
        }
    }
    if ($question->runtimeerrors ?? []) {
        $wrong[] = "$record->name: " . strip_tags(implode(' ', array_keys($question->runtimeerrors)));
    }
}
foreach ($n as $what => $count) {
    echo "$what $count\n";
}
echo count($wrong), " wrong\n  ", implode("\n  ", array_slice($wrong, 0, 60)), "\n";
exit($wrong ? 1 : 0);
