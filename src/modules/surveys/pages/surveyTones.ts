import type { Tone } from '#ui/Tag.tsx'
import type { AnswerState, SurveyState } from '../surveyWords.ts'

export const surveyTones: Record<SurveyState, Tone> = { draft: 'plain', open: 'good', closed: 'water' }
export const answerTones: Record<AnswerState, Tone> = { none: 'warn', draft: 'water', in: 'good' }
