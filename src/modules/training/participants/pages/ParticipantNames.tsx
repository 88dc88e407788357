import type { FormField, FormRow } from '#lib/form/form.ts'
import { wordsOf } from '#lib/form/formWords.ts'
import { maskIdNumber } from '#lib/mask.ts'
import './participants.css'

type Props = { rows: readonly FormRow[]; columns: readonly FormField[] }

/** Who was signed up, a line each. */
export const ParticipantNames = ({ rows, columns }: Props) => (
  <ol className="participant-names">
    {rows.map((row, i) => (
      <li key={i}>
        <b>{String(row.name ?? '')}</b>
        <span>
          {columns
            .filter(
              ({ name, kind }) =>
                /^(sex|levelCode|examKind|position|stay)$/.test(name) && kind === 'choice' && row[name],
            )
            .map(column => wordsOf(column, row[column.name]))
            .concat(row.idNumber ? maskIdNumber(String(row.idNumber)) : [])
            .join(' · ')}
        </span>
      </li>
    ))}
  </ol>
)
