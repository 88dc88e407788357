import { Messages } from './Messages.tsx'

export { myMessages as handle } from './screens.ts'

export default function MyMessages() {
  return <Messages side="member" card="centre-card" />
}
