import { MAX_NAME, yesNoNames } from '../ballotWords.ts'
import { type Answer, plainName, type Question } from '../protocol/question.ts'
import { ruleWords } from './ballotTexts.ts'

type Props = {
  questions: readonly Question[]
  answers: readonly Answer[]
  errors: Readonly<Record<string, string>>
  onChange: (answers: Answer[]) => void
}

/** The paper on a phone: each question with its options, large enough for a thumb. */
export const BallotPaper = ({ questions, answers, errors, onChange }: Props) =>
  questions.map((question, i) => (
    <QuestionField
      key={question.id}
      question={question}
      answer={answers[i]!}
      error={errors[question.id]}
      onChange={answer => onChange(answers.map((one, at) => (at === i ? answer : one)))}
    />
  ))

type FieldProps = { question: Question; answer: Answer; error: string | undefined; onChange: (answer: Answer) => void }

function QuestionField({ question, answer, error, onChange }: FieldProps) {
  const { id, title, kind, max, writeIns } = question
  const chosen = answer.picks.length + answer.names.filter(Boolean).length
  return (
    <fieldset className="vote-question" id={`field-${id}`} aria-describedby={error ? `field-${id}-error` : undefined}>
      <legend>{title}</legend>
      <p className="vote-rule">{ruleWords(question)}</p>
      {kind === 'ranked' ? (
        <Ranking question={question} answer={answer} onChange={onChange} />
      ) : (
        <Options question={question} answer={answer} onChange={onChange} />
      )}
      {writeIns && <WriteIns id={id} max={max} answer={answer} onChange={onChange} />}
      {kind === 'choose' && max > 1 && (
        <p className="vote-count" role="status">
          已选 {chosen} 项，最多 {max} 项
        </p>
      )}
      {error && (
        <p className="field-error" id={`field-${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

type PartProps = Omit<FieldProps, 'error'>

function Options({ question: { id, kind, options, max, writeIns }, answer, onChange }: PartProps) {
  const isSingle = max === 1 && !writeIns
  const shown = kind === 'yesNo' ? Object.entries(yesNoNames).map(([code, name]) => ({ id: code, name })) : options
  const toggle = (option: string, isOn: boolean) => {
    const others = answer.picks.filter(pick => pick !== option)
    onChange({ ...answer, picks: isSingle ? [option] : isOn ? [...others, option] : others })
  }
  return shown.map(option => (
    <label key={option.id} className="vote-option">
      <input
        type={isSingle ? 'radio' : 'checkbox'}
        name={id}
        checked={answer.picks.includes(option.id)}
        onChange={event => toggle(option.id, event.target.checked)}
      />
      <span>{option.name}</span>
    </label>
  ))
}

/** Options in order of preference: the next one that is tapped comes after those before. */
function Ranking({ question: { options, max }, answer, onChange }: PartProps) {
  const tap = (option: string) => {
    const isIn = answer.picks.includes(option)
    const picks = isIn ? answer.picks.filter(pick => pick !== option) : [...answer.picks, option].slice(0, max)
    onChange({ ...answer, picks })
  }
  return (
    <>
      {options.map(({ id, name }) => {
        const place = answer.picks.indexOf(id) + 1
        return (
          <button
            key={id}
            type="button"
            className="vote-option vote-rank"
            aria-pressed={place > 0}
            onClick={() => tap(id)}
          >
            <b>{place > 0 ? place : '—'}</b>
            <span>
              {name}
              {place > 0 && <span className="hidden-text">，第 {place} 选择</span>}
            </span>
          </button>
        )
      })}
      {answer.picks.length > 0 && (
        <button type="button" className="button" onClick={() => onChange({ ...answer, picks: [] })}>
          重新排列
        </button>
      )}
    </>
  )
}

function WriteIns({
  id,
  max,
  answer,
  onChange,
}: {
  id: string
  max: number
  answer: Answer
  onChange: PartProps['onChange']
}) {
  const room = max - answer.picks.length
  const names = [...answer.names]
  const isFull = names.length >= room
  const change = (at: number, name: string) => onChange({ ...answer, names: names.with(at, name) })
  return (
    <>
      {names.map((name, at) => (
        <label key={at} className="vote-name">
          另写姓名
          <input
            className="light-control"
            name={`${id}-name-${at}`}
            value={name}
            maxLength={MAX_NAME}
            onChange={event => change(at, event.target.value)}
            onBlur={event => change(at, plainName(event.target.value))}
          />
          <button
            type="button"
            className="button"
            onClick={() => onChange({ ...answer, names: names.toSpliced(at, 1) })}
          >
            去掉
          </button>
        </label>
      ))}
      {!isFull && (
        <button type="button" className="button" onClick={() => onChange({ ...answer, names: [...names, ''] })}>
          另写姓名
        </button>
      )}
    </>
  )
}
