import { Button } from 'antd'
import { useState } from 'react'
import { saveFile } from '#api/file.ts'
import { useSubmit } from '#api/useApi.ts'
import { minute } from '#lib/dates.ts'
import { Day } from '#ui/Day.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { BoardForm } from './BoardForm.tsx'
import type { Parts } from './StaffBoard.tsx'
import { boardTones } from './StaffBoards.tsx'

export function BoardHead({ of, changed }: Parts) {
  const [editing, setEditing] = useState(false)
  const { submit, busy, error } = useSubmit('POST /staff/board/move')
  const { id, version, state } = of
  const move = async (to: 'planned' | 'held') => {
    if (await submit({ id, version, to })) changed()
  }
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>{of.title}</h2>
        <Tag tone={boardTones[state]}>{of.stateName}</Tag>
      </div>
      <p className="board-facts">
        <span>{of.kindName}</span>
        <span>
          <Day of={of.meetsOn} />
        </span>
        <span>{of.place || '地点未定'}</span>
        <span>{of.items} 项</span>
        {state !== 'planned' && (
          <span>
            {of.actorName} 于 {minute(of.updatedAt)} {state === 'held' ? '标记已召开' : '记录'}
          </span>
        )}
      </p>
      {of.rule && <p>{`${ruleNames[state]}：${of.rule.sentences.join('；')}。`}</p>}
      <Problem>{error?.message}</Problem>
      <div className="form-actions">
        {state === 'planned' && of.items > 0 && (
          <Button type="primary" loading={busy} onClick={() => void move('held')}>
            会议已召开
          </Button>
        )}
        {of.items > 0 && (
          <>
            <SaveButton save={() => saveFile('GET /staff/board/agenda', { id, format: 'pdf' })}>议程 PDF</SaveButton>
            <SaveButton save={() => saveFile('GET /staff/board/agenda', { id, format: 'docx' })}>议程 Word</SaveButton>
          </>
        )}
        {state === 'recorded' && (
          <>
            <SaveButton save={() => saveFile('GET /staff/board/resolution', { id, format: 'pdf' })}>
              决议 PDF
            </SaveButton>
            <SaveButton save={() => saveFile('GET /staff/board/resolution', { id, format: 'docx' })}>
              决议 Word
            </SaveButton>
          </>
        )}
        {state !== 'recorded' && <Button onClick={() => setEditing(true)}>修改会议信息</Button>}
        {state === 'held' && (
          <Button loading={busy} onClick={() => void move('planned')}>
            退回筹备
          </Button>
        )}
      </div>
      {editing && <BoardForm of={of} close={() => setEditing(false)} changed={changed} />}
    </section>
  )
}

const ruleNames = { planned: '现行规则', held: '适用的规则', recorded: '适用的规则' }
