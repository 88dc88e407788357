import { Button, Modal } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { toRefusal, useApi } from '#api/useApi.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { States } from '#ui/States.tsx'
import type { Case } from './caseDecisions.ts'

type Props = { of: Case; onClose: () => void; onDone: () => void }

/** Puts a case on the agenda of a meeting, which is to vote on it. */
export function StaffMeeting({ of, onClose, onDone }: Props) {
  const answer = useApi('GET /staff/meeting/list', { state: 'planned', pageSize: 20 })
  const [problem, setProblem] = useState<string>()
  const add = async (id: number, title: string) => {
    try {
      const { version, agenda } = await browserApi('GET /staff/meeting/detail', { id })
      const items = [...agenda.map(({ itemId }) => ({ itemId })), { applicationId: of.id }]
      await browserApi('POST /staff/meeting/items', { id, version, items })
      announce(`已列入《${title}》的议程`)
      onDone()
    } catch (error) {
      setProblem(toRefusal(error).message)
    }
  }
  return (
    <Modal title={`列入会议议程：${of.title}`} open onCancel={onClose} footer={null}>
      <p>{of.meeting?.rule}。列入后在会议上记录出席、票数与结果，申请人此时不会收到通知。</p>
      <Problem>{problem}</Problem>
      <States
        answer={answer}
        empty={{ when: ({ list }) => list.length === 0, title: '没有筹备中的会议，请先新建一次。' }}
      >
        {({ list }) => (
          <ul role="list" className="case-meetings">
            {list.map(({ id, title, bodyName, meetsOn, items }) => (
              <li key={id}>
                <span>
                  <b>{title}</b> {bodyName} {meetsOn}，已有 {items} 项
                </span>
                <Button onClick={() => void add(id, title)}>
                  列入<span className="hidden-text">{title}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </States>
      <p className="form-actions">
        <Link to="/staff/meetings">到会议新建会议</Link>
      </p>
    </Modal>
  )
}
