import { Input } from 'antd'
import { fieldId } from '#ui/form/Field.tsx'
import type { BoardRule } from '../boardRule.ts'
import { type Heads, tallyOf, type Votes } from '../votes.ts'
import { digitsIn, type TypedVotes } from './recording.ts'

const names: [keyof Votes, string][] = [
  ['yes', '同意'],
  ['no', '反对'],
  ['abstained', '弃权'],
  ['recused', '回避'],
]

type Props = {
  id: number
  title: string
  vote: NonNullable<BoardRule['vote']>
  heads: Heads | undefined
  votes: TypedVotes
  count: (votes: TypedVotes) => void
  error: string | undefined
}

/** What was counted on one item, and what it comes to. */
export function BoardVotes({ id, title, vote, heads, votes, count, error }: Props) {
  const field = fieldId(`votes.${id}`)
  const told = [`${field}-tally`, error && `${field}-error`].filter(Boolean).join(' ')
  return (
    <fieldset id={field} className="board-votes" aria-describedby={told}>
      <legend className="hidden-text">{title}的票数</legend>
      {names.map(([name, label]) => (
        <div key={name}>
          <label htmlFor={`${field}-${name}`}>
            {label}
            <span className="hidden-text">：{title}</span>
          </label>
          <Input
            id={`${field}-${name}`}
            inputMode="numeric"
            autoComplete="off"
            aria-invalid={error ? true : undefined}
            value={votes[name]}
            onChange={event => count({ ...votes, [name]: digitsIn(event.target.value) })}
          />
        </div>
      ))}
      <p id={`${field}-tally`}>{heads && votes.yes !== '' ? tallyWords(vote, heads, votes) : ''}</p>
      {error && (
        <p id={`${field}-error`} className="field-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function tallyWords(vote: Props['vote'], heads: Heads, { yes, no, abstained, recused }: TypedVotes): string {
  const counted = { yes: Number(yes), no: Number(no), abstained: Number(abstained), recused: Number(recused) }
  const { needed, notVoted, passes, voters } = tallyOf(vote, heads, counted)
  if (notVoted < 0) return `合计多于可以表决的 ${voters} 人`
  const words = `须 ${needed} 票，${passes ? '已达到' : '没有达到'}`
  return notVoted > 0 ? `${words}；未投票 ${notVoted}` : words
}
