import { Link } from 'react-router'

type Props = { of: { objectTypeName: string; objectName: string; route: string | null } }

/** What a line was about, as a way to its screen where it has one. */
export function Subject({ of: { objectTypeName, objectName, route } }: Props) {
  const text = [objectTypeName, objectName].filter(Boolean).join('：')
  if (!text) return '—'
  return route ? <Link to={route}>{text}</Link> : text
}
