import type { FormField, FormRow } from '#lib/form/form.ts'
import { fieldText } from '#lib/form/formWords.ts'
import { maskIdNumber } from '#lib/mask.ts'
import './participants.css'

type Props = {
  rows: readonly FormRow[]
  columns: readonly FormField[]
  /** Numbers stand in full: to who has just typed them. */
  isWhole?: boolean
}

export const ParticipantNames = ({ rows, columns, isWhole = false }: Props) => (
  <ol className="participant-names">
    {rows.map((row, i) => (
      <li key={i}>
        <b>{String(row.name ?? '')}</b>
        <span>
          {columns
            .filter(
              ({ name, kind }) =>
                /^(fare|sex|levelCode|examKind|position|stay)$/.test(name) && kind === 'choice' && row[name],
            )
            .map(column => fieldText(column, row[column.name]))
            .concat(row.idNumber ? numberOf(String(row.idNumber), isWhole) : [])
            .concat(isWhole && row.mobile ? String(row.mobile) : [])
            .concat(columns.filter(({ name }) => /^F\d/.test(name)).map(column => fieldText(column, row[column.name])))
            .filter(Boolean)
            .join(' · ')}
        </span>
      </li>
    ))}
  </ol>
)

const numberOf = (idNumber: string, isWhole: boolean) => (isWhole ? idNumber : maskIdNumber(idNumber))
