import { Messages } from './Messages.tsx'

/** 消息: what came to this desk, and how one hears of it elsewhere. */
export default function StaffMessages() {
  return <Messages side="staff" card="desk-card" />
}
