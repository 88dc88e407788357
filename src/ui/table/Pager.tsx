import type { Page } from '#lib/paging.ts'
import { pageSizeIn } from '#lib/register/pageSize.ts'
import { Link, useLocation, useSearchParams } from '#ui/router/router.tsx'
import { Icon } from '../Icon.tsx'
import './pager.css'
import { withCommas } from '#lib/words/numbers.ts'
import { totalWords } from '#lib/words/totalWords.ts'

type Paged = Omit<Page<unknown>, 'list'>
/** `sizes`: among which one may choose how many stand on a page. */
type Props = { page: Paged; unit?: string | undefined; sizes?: readonly number[] }

/** Pager of a list; each page has its own address, which keeps the filters. */
export function Pager({ page, unit = '条', sizes = [] }: Props) {
  const { total, more, pageNum, pageSize, pages } = page
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const to = (page: number) => {
    const next = new URLSearchParams(query)
    if (page > 1) next.set('pageNum', String(page))
    else next.delete('pageNum')
    return { pathname, search: next.size ? `?${next}` : '' }
  }
  /** Begins at the first page: with another size the same number is another page. */
  const by = (size: number) => {
    const next = new URLSearchParams(query)
    next.delete('pageNum')
    if (size === sizes[0]) next.delete('pageSize')
    else next.set('pageSize', String(size))
    return { pathname, search: next.size ? `?${next}` : '' }
  }
  return (
    <nav className="pager" aria-label="分页">
      <p>
        共 {totalWords(page)} {unit}
        {pages > 1 && `，第 ${pageNum} / ${withCommas(pages)} 页`}
        {(more || pages * pageSize < total) && `，可翻到前 ${withCommas(pages * pageSize)} ${unit}`}
      </p>
      {sizes.length > 0 && (
        <p className="pager-sizes">
          每页
          {sizes.map(size => (
            <Link
              key={size}
              to={by(size)}
              aria-label={`每页 ${size} ${unit}`}
              aria-current={size === pageSizeIn(query) ? 'true' : undefined}
            >
              {size}
            </Link>
          ))}
        </p>
      )}
      {pages > 1 && (
        <ul role="list">
          <li>
            <Step to={pageNum > 1 ? to(pageNum - 1) : null} rel="prev" icon="left" name="上一页" />
          </li>
          {around(pageNum, pages).map((page, i) => (
            <li key={page ?? `gap${i}`}>
              {page === null ? (
                <span aria-hidden="true">…</span>
              ) : (
                <Link to={to(page)} aria-label={`第 ${page} 页`} aria-current={page === pageNum ? 'page' : undefined}>
                  {page}
                </Link>
              )}
            </li>
          ))}
          <li>
            <Step to={pageNum < pages ? to(pageNum + 1) : null} rel="next" icon="right" name="下一页" />
          </li>
        </ul>
      )}
    </nav>
  )
}

type StepProps = { to: { pathname: string; search: string } | null; rel: string; icon: 'left' | 'right'; name: string }

const Step = ({ to, rel, icon, name }: StepProps) =>
  to ? (
    <Link to={to} rel={rel} aria-label={name}>
      <Icon name={icon} size={18} />
    </Link>
  ) : (
    <span className="pager-off" aria-hidden="true">
      <Icon name={icon} size={18} />
    </span>
  )

/** First, last and the neighbours of the current page; `null` where pages are left out. */
function around(current: number, pages: number): (number | null)[] {
  const shown = [...new Set([1, current - 1, current, current + 1, pages])].filter(page => page >= 1 && page <= pages)
  return shown.flatMap((page, i) => (i > 0 && page - shown[i - 1]! > 1 ? [null, page] : [page]))
}
