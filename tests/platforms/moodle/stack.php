<?php
// php stack.php SECONDS [NAME]: the tests that the imported STACK questions carry, run by STACK as a teacher runs them, seed by seed,
// and attempts in which minus infinity is spelled in other ways. NAME, with % for anything, chooses questions.
require(__DIR__ . '/common.php');
require_once($CFG->dirroot . '/question/type/stack/locallib.php');
require_once($CFG->dirroot . '/question/type/stack/stack/questiontest.php');
require_once($CFG->dirroot . '/question/type/stack/stack/cas/installhelper.class.php');
if (!file_exists(stack_cas_configuration::maximalocal_location())) {
    stack_cas_configuration::create_maximalocal(); // as STACK's page "healthcheck" does: before it, no answer is looked at
}
$since = time();
$until = $since + (int) ($argv[1] ?? 600);
$n = array_fill_keys(['questions', 'seeds', 'tests', 'passed', 'messages'], 0);
$wrong = [];
$spelled = []; // by the spelling: attempts in which it was right, sent back as unreadable, marked wrong
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
    foreach (['-inf', '-oo', '-infinity', '-∞', '−∞', '−inf', '- inf', '-Inf'] as $word) {
        if (strpos($question->questionvariables, 'minf') === false) {
            break;
        }
        $readable = true;
        [$mark, $of] = attempt(question_bank::load_question($record->id), function($started) use ($word, &$readable) {
            $response = str_replace('minf', $word, $started->get_correct_response());
            foreach ($started->inputs as $name => $input) {
                $state = $started->get_input_state($name, $response);
                $readable = $readable && $state->status !== 'invalid';
                $response[$name . '_val'] = $input->contents_to_maxima($state->contents);
            }
            return $response;
        }, null, 'adaptive');
        $spelled[$word] ??= [0, 0, 0];
        $spelled[$word][abs($mark - $of) < 1e-6 ? 0 : ($readable ? 2 : 1)]++;
        if ($readable && abs($mark - $of) > 1e-6) {
            $wrong[] = "$record->name: minus infinity as $word earns $mark of $of";
        }
    }
    if ($question->runtimeerrors ?? []) {
        $wrong[] = "$record->name: " . strip_tags(implode(' ', array_keys($question->runtimeerrors)));
    }
    printf("%s: %d of %d tests so far, %d wrong, %d s\n", $record->name, $n['passed'], $n['tests'], count($wrong), time() - $since);
}
foreach ($n as $what => $count) {
    echo "$what $count\n";
}
foreach ($spelled as $word => [$right, $unread, $not]) {
    echo "minus infinity as $word: right $right, sent back $unread, wrong $not\n";
}
echo count($wrong), " wrong\n  ", implode("\n  ", array_slice($wrong, 0, 60)), "\n";
exit($wrong ? 1 : 0);
