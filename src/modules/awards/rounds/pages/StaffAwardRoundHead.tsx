import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { longDay, minute } from '#lib/dates.ts'
import { CallReach } from '#ui/act/CallReach.tsx'
import { AskDialog } from '#ui/dialog/AskDialog.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { RoundParts } from './StaffAwardRound.tsx'
import { roundTones } from './StaffAwardRounds.tsx'

export function StaffAwardRoundHead({ of, changed, edit }: RoundParts & { edit: () => void }) {
  const { id, version, state, hindrances } = of
  const isDefence = of.kind === 'defence'
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>
          {of.callTitle}　{of.name}
        </h2>
        <Tag tone={roundTones[state]}>{of.stateName}</Tag>
      </div>
      <Facts
        facts={[
          ['专业评审组', of.groupName],
          ['评审方式', `${of.kindName}${of.hidesApplicants ? '，隐去申报人' : ''}`],
          ['评分截止', <Due key="due" of={of} />],
          ['答辩', of.startsAt && `${minute(of.startsAt)}　${of.place}`],
          ['通知申报人', of.invitedAt && minute(of.invitedAt)],
          ['每项评分', `不少于 ${of.leastScores} 份`],
          ['进度', state !== 'planned' && `已交 ${of.submitted} 份，应交 ${of.assigned} 份`],
          ['结束', of.closedAt && minute(of.closedAt)],
        ]}
      />
      {of.hidesApplicants && state === 'planned' && (
        <Alert
          type="warning"
          showIcon
          title="本次申报隐去申报人：表格和文件名不显示，附件内容须自行检查，确认没有单位和姓名。"
        />
      )}
      {hindrances.length > 0 && (
        <div className="round-hindrances">
          <h3>{state === 'open' ? '还不能结束' : '还不能开始评分'}</h3>
          <ul>
            {hindrances.map(hindrance => (
              <li key={hindrance}>{hindrance}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="form-actions round-acts">
        {state === 'planned' && <OpenRound of={of} changed={changed} />}
        {state === 'open' && <CloseRound of={of} changed={changed} />}
        {state !== 'closed' && <Button onClick={edit}>修改时间</Button>}
        {isDefence && state !== 'closed' && <Invite of={of} changed={changed} />}
        {of.entryCount > 0 && (
          <SaveButton save={() => saveFile('GET /staff/award/round/order', { id })}>
            {isDefence ? '出场次序表' : '申报清单'}
          </SaveButton>
        )}
        {state === 'closed' && (
          <>
            <SaveButton save={() => saveFile('GET /staff/award/round/record', { id })}>评审记录 PDF</SaveButton>
            <SaveButton save={() => saveFile('GET /staff/award/round/result-export', { id })}>导出结果</SaveButton>
          </>
        )}
        {state === 'planned' && <Remove id={id} version={version} />}
      </div>
    </section>
  )
}

const Due = ({ of: { dueOn, isOverdue } }: Pick<RoundParts, 'of'>) =>
  isOverdue ? <Tag tone="bad">{`${longDay(dueOn)}，已到期`}</Tag> : longDay(dueOn)

function OpenRound({ of: { id, version, hindrances, panel, entries }, changed }: RoundParts) {
  const { submit, busy, error } = useSubmit('POST /staff/award/round/open')
  const open = async () => {
    if (!(await submit({ id, version }))) return
    announce(`评分已开始，已通知 ${panel.length} 位专家评 ${entries.length} 项`)
    changed()
  }
  return (
    <>
      {hindrances.length === 0 && <CallReach call="POST /staff/award/round/open" inputs={[{ id, version }]} />}
      <Button type="primary" disabled={hindrances.length > 0} loading={busy} onClick={() => void open()}>
        开始评分，通知专家
      </Button>
      <Problem>{error?.message}</Problem>
    </>
  )
}

function CloseRound({ of: { id, version, hindrances }, changed }: RoundParts) {
  const [asking, ask] = useState(false)
  const { submit, busy, error } = useSubmit('POST /staff/award/round/close')
  const close = async () => {
    const done = await submit({ id, version })
    ask(false)
    if (!done) return
    announce('评分已结束，排名已算出')
    changed()
  }
  return (
    <>
      <Button type="primary" disabled={hindrances.length > 0} onClick={() => ask(true)}>
        结束评分
      </Button>
      <Problem>{error?.message}</Problem>
      <AskDialog
        title="结束评分？"
        isOpen={asking}
        action="结束并算出排名"
        back="取消"
        busy={busy}
        send={close}
        close={() => ask(false)}
      >
        <p>结束后评分不能再改，没有提交的不计入；随即算出得分和名次，工作人员可以看到各专家的评分。</p>
        <CallReach call="POST /staff/award/round/close" inputs={[{ id, version }]} />
      </AskDialog>
    </>
  )
}

function Invite({ of: { id, version, invitedAt, entryCount }, changed }: RoundParts) {
  const { submit, busy, error } = useSubmit('POST /staff/award/round/invite')
  const invite = async () => {
    if (!(await submit({ id, version }))) return
    announce(`已通知 ${entryCount} 个申报人`)
    changed()
  }
  return (
    <>
      {entryCount > 0 && <CallReach call="POST /staff/award/round/invite" inputs={[{ id, version }]} />}
      <Button loading={busy} onClick={() => void invite()}>
        {invitedAt ? '再次通知申报人' : '通知申报人答辩'}
      </Button>
      <Problem>{error?.message}</Problem>
    </>
  )
}

function Remove({ id, version }: { id: number; version: number }) {
  const navigate = useNavigate()
  const { submit, busy, error } = useSubmit('POST /staff/award/round/remove')
  const [isAsked, ask] = useState(false)
  const remove = async () => {
    if (!(await submit({ id, version }))) return
    announce('已取消这轮评审')
    navigate('/staff/award-rounds')
  }
  return (
    <>
      <Button danger onClick={() => ask(true)}>
        取消这轮评审
      </Button>
      <AskDialog
        title="取消这轮评审"
        isOpen={isAsked}
        action="取消这轮评审"
        back="返回"
        danger
        busy={busy}
        send={remove}
        close={() => ask(false)}
      >
        <p>这一轮的安排、申报和专家分配随之删除，不能恢复；评审还没有开始，不通知任何人。</p>
        <Problem>{error?.message}</Problem>
      </AskDialog>
    </>
  )
}
