import { Link } from 'react-router'
import { useUnread } from '#layouts/unread.ts'
import { useInUse } from '#layouts/useParts.ts'
import type { Part } from '#lib/parts.ts'
import type { Overview } from './MyOverview.tsx'
import './overview.css'

type Props = { overview: Overview; doing: number }
/** `always`: also where it is none. */
type Figure = { name: string; num: number; to: string; note: string; always?: boolean; parts?: readonly Part[] }

/** Figures, each linked to its list; zero figures are hidden. */
export function OverviewFigures({ overview: { certificates, staff, ...overview }, doing }: Props) {
  // Uses the live count of menu and header once it is known.
  const unread = useUnread('member') ?? overview.unread
  const all: Figure[] = [
    {
      name: '有效证书',
      num: validOf(certificates),
      to: '/admin/user/certificates?status=valid',
      note: othersOf(certificates),
      always: certificates.length > 0,
      parts: ['qualifications'],
    },
    ...(staff
      ? [
          {
            name: '在册人员',
            num: staff.persons,
            to: '/admin/user/persons',
            note: `其中 ${staff.certified} 人持证${withStates(staff.certificates)}`,
            parts: ['personnel'] as const,
          },
        ]
      : []),
    { name: '在办事项', num: doing, to: '/admin/user/doing', note: '查看进度与待办' },
    { name: '未读消息', num: unread, to: '/admin/user/messages?read=0', note: '查看未读消息' },
  ]
  const shown = useInUse(all).filter(({ num, always }) => num > 0 || always)
  if (shown.length === 0) return null
  return (
    <ul className="my-figures" role="list">
      {shown.map(({ name, num, to, note }) => (
        <li key={name}>
          <b>{num}</b>
          <Link to={to}>{name}</Link>
          <small>{note}</small>
        </li>
      ))}
    </ul>
  )
}

type ByStatus = Overview['certificates']
const isValid = ({ status }: ByStatus[number]) => status === 'valid' || status === 'expiring'
const validOf = (all: ByStatus) => all.filter(isValid).reduce((sum, { num }) => sum + num, 0)
const states = (some: ByStatus) => some.map(({ statusName, num }) => `${statusName} ${num}`).join('，')
const othersOf = (all: ByStatus) => states(all.filter(({ status }) => status !== 'valid')) || '没有临期或失效的证书'
const withStates = (all: ByStatus) => (all.length ? `（证书：${states(all)}）` : '')
