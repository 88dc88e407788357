import { Button } from 'antd'
import { useState } from 'react'
import { useMay } from '#layouts/staff/staff.ts'
import { InviteDialog } from './InviteDialog.tsx'

/** Asks those that are picked out in the register, and have no account, to open one: by phone, mail or letter. */
export function InviteChosen({ members, done }: { members: readonly number[]; done: () => void }) {
  const mayInvite = useMay('staff:accounts')
  // Keeps the selection that the dialog was opened with, even if it changes meanwhile.
  const [asked, ask] = useState<{ members: readonly number[]; isSent: boolean }>()
  if (!mayInvite) return null
  const close = () => {
    ask(undefined)
    if (asked?.isSent) done()
  }
  return (
    <>
      <Button onClick={() => ask({ members, isSent: false })}>邀请开通账号</Button>
      {asked && <InviteDialog members={asked.members} sent={() => ask({ ...asked, isSent: true })} close={close} />}
    </>
  )
}
