import { Input } from 'antd'
import { MAX_NAME } from '../ballotWords.ts'
import type { Groups } from '../counting/count.ts'
import type { Question } from '../protocol/question.ts'

type Props = {
  questions: readonly Question[]
  /** Names written in, by question. */
  names: Readonly<Record<string, readonly string[]>>
  groups: Groups
  onChange: (groups: Groups) => void
}

/** Names that were written in, each with what it counts as: the tellers decide, and it is published. */
export function GroupNames({ questions, names, groups, onChange }: Props) {
  const asked = questions.filter(({ id }) => (names[id] ?? []).length > 0)
  if (asked.length === 0) return null
  return asked.map(({ id, title }) => (
    <fieldset key={id}>
      <legend>{title}：另写的姓名</legend>
      <p>写法不同的同一人，改成同一个姓名；不能算作任何人的，清空。归并会写入公布文件。</p>
      <table className="ballot-table">
        <thead>
          <tr>
            <th scope="col">选票上写的</th>
            <th scope="col">计为</th>
          </tr>
        </thead>
        <tbody>
          {names[id]!.map(name => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <Input
                  aria-label={`${name}计为`}
                  value={groups[id]?.[name] ?? name}
                  maxLength={MAX_NAME}
                  onChange={event => onChange({ ...groups, [id]: { ...groups[id], [name]: event.target.value } })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </fieldset>
  ))
}
