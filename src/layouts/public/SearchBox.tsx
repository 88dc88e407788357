import { useId } from 'react'
import { Icon } from '#ui/Icon.tsx'
import { Form, useLocation, useSearchParams } from '#ui/router/router.tsx'
import { SuggestInput } from './SuggestInput.tsx'
import './searchBox.css'

export const SEARCH = '/admin/home/search'

/** Enter or the button goes to the search page with the key; without JavaScript too. */
export function SearchBox() {
  const id = useId()
  const searching = useLocation().pathname === SEARCH
  const [query] = useSearchParams()
  const key = searching ? (query.get('key') ?? '') : ''
  return (
    <Form className="search-box" role="search" action={SEARCH}>
      <label className="hidden-text" htmlFor={id}>
        全站搜索
      </label>
      <SuggestInput
        key={key}
        id={id}
        name="key"
        placeholder="全站搜索"
        defaultValue={key || undefined}
        maxLength={50}
        required
      />
      <button type="submit" aria-label="搜索">
        <Icon name="search" />
      </button>
    </Form>
  )
}
