import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import type { KeyboardEvent } from 'react'
import type { Described } from './form/Field.tsx'

/** Accepted formats of dates; the first is the displayed one. */
const DATES = ['YYYY-MM-DD', 'YYYY/M/D', 'YYYY.M.D', 'YYYY年M月D日', 'YYYYMMDD']

type Props = Partial<Described> & { value: unknown; onChange: (day: string | null) => void }

/** A day, typed as people write dates or taken from a calendar. */
export const DayInput = ({ value, onChange, ...described }: Props) => (
  <DatePicker
    {...described}
    value={dayOf(value)}
    format={DATES}
    placeholder="如 2026-01-31"
    onChange={day => onChange(day ? day.format(DATES[0]) : null)}
    onKeyDown={takeDay}
    // A pointer at rest where the calendar opens would write its day into what is being typed.
    previewValue={false}
  />
)

/** Enter takes the day that was typed; it does not hand in the form around it. */
const takeDay = (event: KeyboardEvent) => event.key === 'Enter' && event.preventDefault()

const dayOf = (value: unknown) => {
  const day = typeof value === 'string' ? dayjs(value, DATES[0]) : null
  return day?.isValid() ? day : null
}
