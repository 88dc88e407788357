import { Messages } from './Messages.tsx'

export { staffMessages as handle } from './screens.ts'

/** 消息: what came to this desk, and how one hears of it elsewhere. */
export default function StaffMessages() {
  return <Messages side="staff" card="desk-card" />
}
