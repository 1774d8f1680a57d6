<?php
// php cloze.php EXPECTED …: attempts at the imported cloze questions. Each EXPECTED is what tests/platforms/expected.py wrote:
// the right answers, the known slips, what symattn's marker gives for them and says.
require(__DIR__ . '/common.php');
$n = array_fill_keys(['questions', 'blanks', 'right', 'refused', 'spellings', 'strange', 'slips', 'slips as their exact values', 'messages', 'widths', 'solutions'], 0);
$wrong = [];
foreach ($named as $file) {
    foreach (json_decode(file_get_contents($file), true) as $name => $wanted) {
        $record = $DB->get_records('question', ['name' => $name, 'qtype' => 'multianswer'], 'id desc', 'id', 0, 1);
        if (!$record) {
            $wrong[] = "$name: not in the question bank";
            continue;
        }
        $question = question_bank::load_question(reset($record)->id);
        $n['questions']++;
        $n['blanks'] += count($wanted['cells']);
        $typed = fn($cells) => array_combine(array_map(fn($k) => 'sub' . ($k + 1) . '_answer', array_keys($cells)), $cells);
        $fits = fn($mark, $to) => abs($mark - $to) < 1e-6;
        [$mark, $of, $page] = attempt($question, $typed($wanted['cells']), $wanted['marks']);
        if ($fits($mark, $of) && $fits($of, $wanted['marks'])) {
            $n['right'] += count($wanted['cells']);
        } else {
            $wrong[] = "$name: right answers earn $mark of $of, the sheet says {$wanted['marks']}";
        }
        $n['solutions'] += strpos($page, '\begin{aligned}') !== false;
        preg_match_all('/<input[^>]*\bsize="(\d+)"/', blank($question), $found);
        // Moodle adds up to 15 % by chance to what the longest stored answer takes: that has to be the same for all blanks.
        $long = array_map(fn($blank) => max(array_map(fn($a) => core_text::strlen(trim($a->answer)), $blank->answers)),
            $question->subquestions);
        if (count(array_unique($long)) === 1 && min($found[1]) >= min($long) && max($found[1]) <= 1.15 * max($long)) {
            $n['widths']++;
        } else {
            $wrong[] = "$name: boxes as wide as " . implode(', ', array_unique($found[1])) . ' for ' . implode(', ', array_unique($long));
        }
        foreach ($wanted['beside'] as $near) { // every blank one unit in the last place beside
            [$mark] = attempt($question, $typed($near), $wanted['marks']);
            if ($mark <= $wanted['beside_most'] + 1e-6) {
                $n['refused'] += count($wanted['cells']);
            } else {
                $wrong[] = "$name: neighbours earn $mark, at most {$wanted['beside_most']} was to be";
            }
        }
        foreach (array_merge($wanted['spellings'], $wanted['signs']) as $cells) { // a decimal comma and a typographic minus too, as the box is text
            [$mark] = attempt($question, $typed($cells), $wanted['marks']);
            $fits($mark, $of) ? $n['spellings']++ : $wrong[] = "$name: a spelling earns $mark of $of: " . json_encode($cells);
        }
        foreach ($wanted['strange'] as $cells) { // wrong values with a right beginning
            [$mark] = attempt($question, $typed($cells), $wanted['marks']);
            $fits($mark, 0) ? $n['strange']++ : $wrong[] = "$name: no decimals earn $mark: " . json_encode($cells, JSON_UNESCAPED_UNICODE);
        }
        foreach ($wanted['slips'] as $slip) {
            [$mark, , $page] = attempt($question, $typed($slip['cells']), $wanted['marks']);
            if ($mark <= $slip['marks'] + 1e-6 && $mark >= $slip['least'] - 1e-6) {
                $n['slips']++;
            } else if ($mark <= $slip['exact'] + 1e-6 && $mark >= $slip['least'] - 1e-6) {
                $n['slips as their exact values']++; // more than their rounding alone earns: the guide tells of these
            } else {
                $wrong[] = "$name: {$slip['id']} earns $mark, the marker gives {$slip['marks']} (least {$slip['least']})";
            }
            if (strpos(bare($page), bare($slip['says'])) !== false) {
                $n['messages']++;
            } else {
                $wrong[] = "$name: {$slip['id']} is not told: {$slip['says']}";
            }
        }
    }
}
foreach ($n as $what => $count) {
    echo "$what $count\n";
}
echo count($wrong), " wrong\n  ", implode("\n  ", array_slice($wrong, 0, 60)), "\n";
exit($wrong ? 1 : 0);
