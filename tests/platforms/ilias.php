<?php
// php ilias.php TREE PACKAGE < ANSWERS: a question pool through ILIAS's own classes: the parser (ilQTIParser), the import of a cloze
// question (assClozeTestImport) and what marks it (assClozeTest). TREE is a source tree of ILIAS 5.1, PACKAGE the unpacked file of QTI,
// ANSWERS a list, in JSON, of [number of the question, {gap: what is typed}]. What it made of the pool and the points are printed in JSON.
// The classes are read from the tree as they stand, but for this: what they include is found by the class's name, and a
// constructor named after its class, a reference to something new a place named after a reader and the
// length of what is not there, which PHP no longer has, are
// written as PHP has them now. Stubs stand for the database, the user,
// rich text's pictures and feedback, which is kept as it is handed over.
error_reporting(E_ALL & ~E_WARNING & ~E_NOTICE & ~E_DEPRECATED);
[, $tree, $package] = $argv;
chdir($tree);
require 'Modules/Test/classes/inc.AssessmentConstants.php';
class Nothing { // a database in which nothing is
    function __call($name, $of) { return ['nextId' => 1, 'getId' => 6, 'numRows' => 0, 'fetchAssoc' => false, 'fetchObject' => false][$name] ?? $this; }
    function __toString() { return ''; }
    static function __callStatic($name, $of) { return null; }
}
class ilAssQuestionPage extends Nothing {} // around a question: its page, its log, the lists of tests that have it
class ilObjAssessmentFolder extends Nothing {}
class ilObjQuestionPool extends Nothing {}
class ilInternalLink extends Nothing {}
$made = [];
define('IL_INST_ID', '0');
$ilUser = $ilDB = $ilLog = $ilCtrl = $lng = new Nothing();
$ilias = (object) ['account' => (object) ['id' => 6, 'fullname' => 'A']];
class ilUtil { static function stripSlashes($text) { return $text; } } // of magic quotes, which PHP no longer has
class ilRTE extends Nothing { static function _replaceMediaObjectImageSrc($text) { return $text; } }
class assClozeGapCombination { function combinationExistsForQid() { return false; } }
class ilAssClozeTestFeedback extends Nothing { // what is made is kept here, as the parser makes this for every question
    public $said = [];
    function __construct($question) { $GLOBALS['made'][] = $question; }
    function importGenericFeedback($id, $right, $text) { $this->said[$right] = $text; }
}
spl_autoload_register(function ($name) {
    foreach (['Services/QTI', 'Services/Xml', 'Services/Math', 'Services/Utilities', 'Services/Randomization', 'Modules/TestQuestionPool'] as $part) {
        foreach (["classes/class.$name", 'classes/class.' . str_replace('ASS_', 'ass', $name), "classes/import/qti12/class.$name", "interfaces/interface.$name"] as $place) {
            if (is_file("$part/$place.php")) {
                $code = preg_replace('/^\s*(include|require)(_once)?\b.*$/m', '', file_get_contents("$part/$place.php"));
                $code = preg_replace("/function\s+$name\s*\(/i", 'function __construct(', $code);
                $code = str_replace('parent::ilSaxParser(', 'parent::__construct(', $code);
                $code = preg_replace('/=\s*&\s*new\b/', '= new', $code);
                $code = str_replace(['[$a_xml_parser]', 'count($combination)'], ['[0]', 'count((array) $combination)'], $code);
                $code = $name === 'ilMath' ? preg_replace('/^(\s*)function/m', '$1static function', $code) : $code;
                eval('?>' . $code);
                return;
            }
        }
    }
});
foreach (glob('Services/QTI/classes/class.ilQTI*.php') as $file) {
    class_exists(explode('.', basename($file))[1]); // the files define what others use before they make one
}

$parser = new ilQTIParser($package, IL_MO_VERIFY_QTI); // as the page before the import lists what is in a file
$parser->startParsing();
$found = array_map(fn($one) => $one['type'], $parser->founditems);
$parser = new ilQTIParser($package);
$parser->startParsing();
$out = [];
foreach ($made as $question) {
    $out[] = ['title' => $question->getTitle(), 'question' => $question->getQuestion(), 'text' => $question->getClozeText(),
        'complete' => $question->isComplete(), 'points' => (float) $question->getMaximumPoints(), 'said' => $question->feedbackOBJ->said,
        'gaps' => array_map(fn($gap) => ['type' => $gap->getType() === CLOZE_NUMERIC ? 'number' : 'text', 'size' => $gap->getGapSize(),
            'answers' => array_map(fn($a) => [$a->getAnswertext(), (float) $a->getPoints(), $a->getLowerBound(), $a->getUpperBound()],
                $gap->getItemsRaw())], $question->getGaps())];
}
$points = [];
foreach (json_decode(stream_get_contents(STDIN), true) as [$number, $typed]) {
    $_POST = array_combine(array_map(fn($gap) => "gap_$gap", array_keys($typed)), $typed);
    $points[] = (float) (fn() => $this->calculateReachedPointsForSolution($this->getSolutionSubmit()))->call($made[$number]);
}
echo json_encode(['root' => $parser->hasRootElement, 'found' => $found, 'questions' => $out, 'points' => $points], JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR);
