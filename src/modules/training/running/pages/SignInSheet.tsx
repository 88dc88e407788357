import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { refusalOf } from '#api/useApi.ts'
import type { Run } from './StaffRun.tsx'

/** 签到表, of one session or of all. */
export function SignInSheet({ of }: { of: Run }) {
  const [busy, setBusy] = useState(false)
  const save = async (session?: string) => {
    setBusy(true)
    await saveFile('GET /staff/training/roster/sheet', { courseId: of.id, session }).catch(error =>
      announce(refusalOf(error).message),
    )
    setBusy(false)
  }
  if (of.sessions.length === 0)
    return (
      <Button loading={busy} onClick={() => void save()}>
        签到表
      </Button>
    )
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [{ key: '', label: '全部课次' }, ...of.sessions.map(({ code, name }) => ({ key: code, label: name }))],
        onClick: ({ key }) => void save(key || undefined),
      }}
    >
      <Button loading={busy} aria-haspopup="menu">
        签到表
      </Button>
    </Dropdown>
  )
}
