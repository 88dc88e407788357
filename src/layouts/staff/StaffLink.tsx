import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { mayOpen } from './mayOpen.ts'
import { useStaff } from './staff.ts'

type Props = { to: string | null | undefined; children: ReactNode }

/** A link where the screen may be opened; else its text alone. */
export function StaffLink({ to, children }: Props) {
  const { permissions } = useStaff()
  return to && mayOpen(permissions, to) ? <Link to={to}>{children}</Link> : children
}
