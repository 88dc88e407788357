import { useParams } from 'react-router'
import { pathId } from '#api/load.ts'
import { PersonFile } from './PersonFile.tsx'

export { myPerson as handle } from './screens.ts'

export default function MyPerson() {
  const params = useParams()
  return <PersonFile id={pathId(params.id)} />
}
