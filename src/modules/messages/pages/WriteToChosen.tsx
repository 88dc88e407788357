import { Button } from 'antd'
import { useState } from 'react'
import { useMay } from '#layouts/staff/staff.ts'
import { type ChosenRecipients, ComposeMailing } from './ComposeMailing.tsx'

/** Writes to those behind the rows that are picked out: how many that are, and what it costs, before it goes. */
export function WriteToChosen({
  sent,
  name = '发消息',
  ...chosen
}: ChosenRecipients & { sent: () => void; name?: string }) {
  const mayWrite = useMay('staff:messages')
  // Recipients selected when the dialog was opened; later changes of the selection do not count.
  const [to, setTo] = useState<ChosenRecipients>()
  if (!mayWrite) return null
  return (
    <>
      <Button onClick={() => setTo(chosen)}>{name}</Button>
      {to && <ComposeMailing chosen={to} close={() => setTo(undefined)} sent={sent} />}
    </>
  )
}
