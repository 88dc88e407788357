import { type ChangeEvent, type ReactNode, useId, useState } from 'react'
import { Form, Link, useLocation } from '#ui/router/router.tsx'
import './filter.css'
import { withCommas } from '#lib/words/numbers.ts'

/**
 * Filter of a list: a plain GET form, so that the choice is in the address, can be shared and works without JavaScript.
 * With it, a select applies at once, and on a phone the selects are folded behind a button that counts what is set.
 */
export function Filter({
  name,
  children,
  keep = {},
}: {
  name: string
  children: ReactNode
  keep?: Record<string, string | undefined>
}) {
  const { pathname, search } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const set = [...new URLSearchParams(search)].filter(([key, value]) => value && key !== 'pageNum' && !(key in keep))
  return (
    <Form className="filter" aria-label={name} data-open={isOpen || undefined} preventScrollReset>
      {Object.entries(keep).map(([key, value]) => value && <input key={key} type="hidden" name={key} value={value} />)}
      {children}
      <div className="filter-acts">
        <button type="button" className="button filter-unfold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          筛选{set.length > 0 && `（已选 ${set.length} 项）`}
        </button>
        <button type="submit" className="button">
          查询
        </button>
        <Link className="button" to={pathname}>
          重置
        </Link>
      </div>
    </Form>
  )
}

type FieldProps = { label: string; name: string; value: string | undefined; placeholder?: string; maxLength?: number }

/** Maximum number of inputs remembered since the last answer, more than anybody types meanwhile. */
const MAX_REMEMBERED_INPUTS = 50

/**
 * Input value that follows the address when that changes by a link or by going back. An answer to an older input does
 * not overwrite a newer one.
 */
function useFollowed(value = '') {
  const [entered, enter] = useState(value)
  const [followed, follow] = useState(value)
  const [since, note] = useState<readonly string[]>([])
  if (followed !== value) {
    follow(value)
    const isOlder = value !== entered && since.includes(value)
    if (!isOlder) {
      enter(value)
      note([])
    }
  }
  const change = (next: string) => {
    enter(next)
    note([...since, next].slice(-MAX_REMEMBERED_INPUTS))
  }
  return [entered, change] as const
}

export function FilterText({ label, name, value, placeholder, maxLength = 60 }: FieldProps) {
  const id = useId()
  const [entered, enter] = useFollowed(value)
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        value={entered}
        onChange={event => enter(event.target.value)}
        placeholder={placeholder}
        maxLength={maxLength}
        autoComplete="off"
      />
    </div>
  )
}

type Option = { value: string | number; name: string }

export function FilterSelect({
  label,
  name,
  value,
  options,
  all = '全部',
}: FieldProps & { options: Option[]; all?: string }) {
  const id = useId()
  const [chosen, choose] = useFollowed(value)
  const onChange = ({ currentTarget }: ChangeEvent<HTMLSelectElement>) => {
    choose(currentTarget.value)
    currentTarget.form!.requestSubmit()
  }
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} value={chosen} onChange={onChange}>
        <option value="">{all}</option>
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The first narrowing as a row of links: one is always chosen. */
export function FilterTabs({
  name,
  options,
  chosen,
}: {
  name: string
  chosen: string | undefined
  options: { value: string; name: string; count?: number; to: string }[]
}) {
  return (
    <nav className="filter-tabs" aria-label={name}>
      <ul role="list">
        {options.map(({ value, name, count, to }) => (
          <li key={value}>
            <Link to={to} aria-current={value === (chosen ?? '') ? 'true' : undefined} preventScrollReset>
              {name}
              {count !== undefined && <small>{withCommas(count)}</small>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
