import { Input, Select } from 'antd'
import type { Checked } from './ImportPeople.tsx'

type Props = {
  of: Checked['rows'][number]
  mended: Record<string, string> | undefined
  onChange: (cells: Record<string, string>) => void
}

/** Inputs to correct the faulty cells of one row. */
export const MendRow = ({ of, mended = {}, onChange }: Props) => (
  <span className="people-mend">
    {of.toMend.map(({ name, heading, said, options }) => {
      const value = mended[name] ?? said
      const change = (text: string) => onChange({ ...mended, [name]: text })
      const label = `第 ${of.row} 行的${heading}`
      return options.length > 0 ? (
        <Select
          key={name}
          aria-label={label}
          placeholder={`选择${heading}`}
          value={options.includes(value) ? value : undefined}
          options={options.map(option => ({ value: option, label: option }))}
          onChange={change}
        />
      ) : (
        <Input
          key={name}
          aria-label={label}
          placeholder={`更正${heading}`}
          value={value}
          onChange={({ target }) => change(target.value)}
        />
      )
    })}
  </span>
)
