# ruby canvas.rb TREE: what Canvas's own code makes of items of QTI 2.1, which its converter wrote, and how it marks answers.
#
# TREE is a source tree of Canvas whose importer lies in gems/plugins/qti_exporter. It is neither changed nor started: of Rails it gets
# what it asks for here. Read from standard input, in JSON: "items", the files, and "typed", pairs of an item's number and of what is
# typed into its blanks; written: "questions" and "points".
require 'active_support/all'
require 'forwardable'
require 'json'
require 'logger'
require 'nokogiri'
require 'sanitize'

TREE, = ARGV

module Rails
  def self.root
    Pathname.new('/nonexistent') # where Canvas would look for more kinds of questions
  end
end

module Canvas
  module Migration
    def self.logger
      @logger ||= Logger.new($stderr)
    end
  end
end

module Qti
  class Converter
  end
end

module Quizzes
  module QuizQuestion
  end
end

class AssessmentQuestion
  ALL_QUESTION_TYPES = %w[fill_in_multiple_blanks_question].freeze

  def self.variable_id(variable)
    variable
  end
end

%w[lib/canvas/migration/xml_helper gems/canvas_sanitize/lib/canvas_sanitize/canvas_sanitize].each { |one| load "#{TREE}/#{one}.rb" }
%w[flavors html_helper assessment_item_converter fill_in_the_blank].each { |one| load "#{TREE}/gems/plugins/qti_exporter/lib/qti/#{one}.rb" }
%w[base question_data user_answer fill_in_multiple_blanks_question].each { |one| load "#{TREE}/app/models/quizzes/quiz_question/#{one}.rb" }

asked = JSON.parse($stdin.read)
questions = asked['items'].map do |file|
  type = 'fill_in_multiple_blanks_question'
  data = Qti::AssessmentItemConverter.create_instructure_question(qti_data: File.read(file), interaction_type: type, custom_type: type)
  raise data[:qti_error] if data[:qti_error]

  data.merge(id: 1)
end
points = asked['typed'].map do |number, said|
  answer = said.to_h { |blank, text| [:"question_1_#{blank}", text] }
  Quizzes::QuizQuestion::FillInMultipleBlanksQuestion.new(questions[number]).score_question(answer).score
end
puts JSON.generate(questions: questions, points: points)
