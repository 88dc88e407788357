import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { toRefusal, useApi } from '#api/useApi.ts'
import type { Input, Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { textField } from '#lib/form/textField.ts'
import { WriteToChosen } from '#modules/messages/pages/WriteToChosen.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useFilters } from '#ui/table/useFilters.ts'
import { useSelection } from '#ui/table/useSelection.ts'
import type { Run, RunParts } from './StaffRun.tsx'

type Person = Output<ApiContract['GET /staff/training/roster']>['list'][number]
type Filters = Input<ApiContract['GET /staff/training/roster/export']>

/** 名单: who is sure to come, and who of them is there. */
export function RunRoster({ of }: RunParts) {
  const { pageNum, pageSize, ...asked } = useFilters<Filters>('key', 'organisation', 'checkedIn')
  const filters = { ...asked, courseId: of.id }
  const answer = useApi('GET /staff/training/roster', { ...filters, pageNum, pageSize })
  const selection = useSelection<Person>({
    rows: answer.data?.list ?? [],
    filters,
    keyOf: ({ id }) => id,
    nameOf: ({ name, organisationName }) => `${name} ${organisationName}`,
    pageOf: page => browserApi('GET /staff/training/roster', { ...filters, ...page }),
  })
  return (
    <section className="desk-card">
      <h2 className="hidden-text">名单</h2>
      <DataTable
        caption={`${of.people}名单`}
        answer={answer}
        unit="人"
        filters={[
          { name: 'key', label: `姓名或${of.pass}号`, kind: 'text' },
          { name: 'organisation', label: '单位', kind: 'text' },
          {
            name: 'checkedIn',
            label: '报到',
            options: [
              { code: '1', name: '已报到' },
              { code: '0', name: '未报到' },
            ],
          },
        ]}
        selection={selection}
        isOneLine
        actions={
          <>
            {selection.keys.length > 0 && (
              <WriteToChosen register="participant" ids={selection.keys} sent={selection.clear} />
            )}
            <SignInSheet of={of} />
            <SavePhones filters={filters} />
            <SaveButton save={() => saveFile('GET /staff/training/roster/export', filters)}>导出名单</SaveButton>
          </>
        }
        empty={{ title: '还没有报名已确认的人', children: <p>报名审核通过、费用确认后，会出现在这里。</p> }}
        columns={[
          {
            name: '姓名',
            cell: ({ name, sexName, levelName, fareName, answers }) => (
              <>
                {name}
                <span className="cell-note">{[sexName, levelName, fareName].filter(Boolean).join('　')}</span>
                {answers.map(({ label, text }) => (
                  <span key={label} className="cell-note">{`${label}：${text}`}</span>
                ))}
              </>
            ),
          },
          {
            name: '单位',
            cell: ({ organisationName, registrationId, registrationNumber }) => (
              <>
                {organisationName}
                <Link to={`/staff/registrations/${registrationId}`} className="cell-note">
                  {registrationNumber}
                </Link>
              </>
            ),
          },
          { name: `${of.pass}号`, cell: ({ ticketNumber }) => ticketNumber || '—', nowrap: true },
          {
            name: '手机',
            cell: ({ mobile, idNumber }) => (
              <>
                {mobile || '—'}
                <span className="cell-note">{idNumber}</span>
              </>
            ),
            nowrap: true,
          },
          {
            name: '座位',
            cell: ({ seat, room }) => (
              <>
                {seat.replace(' ', '\u00a0') || '—'}
                {room && <span className="cell-note">{`住 ${room}`}</span>}
              </>
            ),
            nowrap: true,
          },
          {
            name: '报到',
            cell: ({ id, checkedInAt, checkedInBy }) =>
              checkedInAt ? (
                <>
                  <Tag tone="good">已报到</Tag>
                  <span className="cell-note">{`${minute(checkedInAt).slice(5)} ${checkedInBy}`}</span>
                </>
              ) : (
                <Link to={`/staff/check-in?course=${of.id}&p=${id}`}>未报到</Link>
              ),
            nowrap: true,
          },
        ]}
      />
    </section>
  )
}

/** 签到表, of one session or of all. */
function SignInSheet({ of }: { of: Run }) {
  const [busy, setBusy] = useState(false)
  const save = async (session?: string) => {
    setBusy(true)
    await saveFile('GET /staff/training/roster/sheet', { courseId: of.id, session }).catch(error =>
      announce(toRefusal(error).message),
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

const purposeField = [textField('purpose', '用途', '', { required: true, max: 200, hint: '例如：通知改期' })]

/** Saves the phones of those whom the list shows, once it is said what for. */
function SavePhones({ filters }: { filters: Filters }) {
  const [isOpen, open] = useState(false)
  return (
    <>
      <Button onClick={() => open(true)}>导出通讯录…</Button>
      {isOpen && (
        <FormDialog
          title="导出通讯录"
          fields={purposeField}
          action="导出"
          intro={<p>按现在的筛选导出参加的人和报名联系人的完整手机。用途会印在表中，导出会连同用途记入审计日志。</p>}
          send={({ purpose }) =>
            saveFile('GET /staff/training/roster/phones', { ...filters, purpose: String(purpose ?? '') })
          }
          close={() => open(false)}
        />
      )}
    </>
  )
}
