import { useLocation } from 'react-router'
import { PersonFile } from './PersonFile.tsx'

export default function MyPerson() {
  const { pathname } = useLocation()
  return <PersonFile id={Number(pathname.split('/').at(-1))} />
}
