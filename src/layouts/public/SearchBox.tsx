import { useId } from 'react'
import { Form, useLocation, useSearchParams } from 'react-router'
import { Icon } from '#ui/Icon.tsx'
import { SuggestInput } from './SuggestInput.tsx'
import './searchBox.css'

/** Enter or the button goes to the search page with the key; without JavaScript too. */
export function SearchBox() {
  const id = useId()
  const searching = useLocation().pathname === '/admin/home/search'
  const [query] = useSearchParams()
  const key = searching ? (query.get('key') ?? '') : ''
  return (
    <Form className="search-box" role="search" action="/admin/home/search">
      <label className="hidden-text" htmlFor={id}>
        全站搜索
      </label>
      <SuggestInput key={key} id={id} name="key" placeholder="全站搜索" defaultValue={key} maxLength={50} required />
      <button type="submit" aria-label="搜索">
        <Icon name="search" />
      </button>
    </Form>
  )
}
