import { Messages } from './Messages.tsx'

export { myMessages as handle } from './screens.ts'

/** What the association told this member, and how it may tell them. */
export default function MyMessages() {
  return <Messages side="member" card="centre-card" />
}
