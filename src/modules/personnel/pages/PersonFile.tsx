import './people.css'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import { reloadOnConflict, useSubmit } from '#api/useApi.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { useMember } from '#layouts/member/member.ts'
import type { Output } from '#lib/contract.ts'
import { dayOf, shortDay } from '#lib/dates.ts'
import { StatusTag } from '#modules/certificates/pages/StatusTag.tsx'
import { RegisterForm } from '#modules/members/pages/RegisterForm.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Facts } from '#ui/Facts.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { Table } from '#ui/table/Table.tsx'
import { leaveFields } from '../peopleForm.ts'
import { Careers } from './Careers.tsx'
import { Studies } from './Studies.tsx'
import { StudyHours } from './StudyHours.tsx'
import { WrittenConsent } from './WrittenConsent.tsx'

export type OwnPerson = Output<ApiContract['GET /person/detail']>

/** 人员档案: who it is, what it holds, what it has learnt, since when it is here. */
export function PersonFile({ of }: { of: OwnPerson }) {
  const revalidate = useRevalidate()
  const [doing, act] = useState<'edit' | 'leave'>()
  const done = () => {
    act(undefined)
    void revalidate()
  }
  return (
    <>
      {doing === 'edit' ? (
        <EditOwnPerson of={of} done={done} cancel={() => act(undefined)} reload={revalidate} />
      ) : (
        <Head of={of} act={act} />
      )}
      {doing === 'leave' && <EndEmployment of={of} close={() => act(undefined)} reload={revalidate} />}
      <section className="centre-card">
        <h2>证书与继续教育学时</h2>
        <OwnCertificates of={of} />
      </section>
      <Studies of={of} card="centre-card" />
      <section className="centre-card">
        <h2>任职经历</h2>
        <Careers name={of.name} rows={of.employments} />
      </section>
    </>
  )
}

type HeadProps = { of: OwnPerson; act: (what: 'edit' | 'leave') => void }

function Head({ of, act }: HeadProps) {
  const isPersons = useMember().accountType === 'person'
  return (
    <section className="centre-card">
      <div className="centre-card-head">
        <h2>{of.name}</h2>
        {isPersons ? (
          <Link to="/admin/user/profile">修改本人资料</Link>
        ) : (
          <span className="form-actions">
            <Button onClick={() => act('edit')}>修改资料</Button>
            <Button onClick={() => act('leave')}>登记离开</Button>
          </span>
        )}
      </div>
      <Facts
        facts={[
          ['证件号码', of.idNo ?? '未登记'],
          ['手机', of.mobile ?? '未登记'],
          [isPersons ? '现单位到岗' : '到岗日期', of.since],
          ...of.facts
            .filter(({ label }) => !['姓名', '工作单位', '会员名录公示'].includes(label))
            .map(({ label, text }) => [label, text] as const),
          ['公示', <Consent key="consent" of={of} isPersons={isPersons} />],
          ['账号', of.hasAccount && !isPersons && '本人有账号，联系方式和是否公示由本人维护'],
        ]}
      />
    </section>
  )
}

function Consent({ of: { consent }, isPersons }: { of: OwnPerson; isPersons: boolean }) {
  const said = consent
    ? `${shortDay(consent.at)} 同意，姓名遮挡后列入公开名单（文本版本 ${consent.version}）`
    : '未同意，不列入公开名单'
  return (
    <span className="person-consent">
      {said}
      {isPersons && consent && <Link to="/admin/user/privacy">撤回同意</Link>}
    </span>
  )
}

/** Certificates of the person, each with the study hours for its renewal. */
function OwnCertificates({ of: { name, certs } }: { of: OwnPerson }) {
  if (certs.length === 0)
    return (
      <Empty title="没有登记的证书" icon="certificate">
        <p>在协会取得的证书会列在这里。</p>
      </Empty>
    )
  return (
    <Table
      caption={`${name}的证书`}
      rows={certs}
      keyOf={({ certId }) => certId}
      columns={[
        { name: '证书', cell: ({ kindName, levelName }) => [kindName, levelName].filter(Boolean).join(' ') },
        { name: '编号', cell: ({ certNo, verifyUrl }) => <a href={verifyUrl}>{certNo}</a>, nowrap: true },
        {
          name: '有效期',
          cell: ({ validFrom, validTo, daysLeft, certStatus }) => (
            <>
              {validFrom} 至 {validTo ?? '另行通知'}
              {daysLeft !== null && certStatus === 'expiring' && <small>还有 {daysLeft} 天</small>}
            </>
          ),
        },
        { name: '学时', cell: certificate => <StudyHours of={certificate} /> },
        {
          name: '状态',
          cell: ({ certStatus, certStatusName }) => <StatusTag status={certStatus} name={certStatusName} />,
          nowrap: true,
        },
      ]}
    />
  )
}

type Props = { of: OwnPerson; done: () => void; cancel: () => void; reload: () => void }

function EditOwnPerson({ of, done, cancel, reload }: Props) {
  const { id } = useMember()
  const [hasConsent, consent] = useState(of.consent !== null)
  const sending = useSubmit('POST /person/edit')
  const isStated = hasConsent !== (of.consent !== null)
  const save = async (form: Record<string, unknown>) => {
    const given = { id: of.id, version: of.version, form, ...(isStated && { hasConsent }) }
    const saved = await sending.submit(given)
    if (saved) {
      announce('资料已保存')
      done()
    }
    return saved !== undefined
  }
  return (
    <section className="centre-card">
      <h2>修改资料：{of.name}</h2>
      <p>
        姓名和证件有误的，请与协会联系更正。
        {of.hasAccount && '本人有账号，联系方式等由本人维护，这里只修改职称和职务。'}
      </p>
      <RegisterForm
        name={`${id}-person-${of.id}`}
        fields={of.fields}
        form={of.form}
        masked={of.masked}
        isChanged={isStated}
        save={save}
        sending={sending}
        reload={reload}
        cancel={cancel}
      >
        {!of.hasAccount && <WrittenConsent given={hasConsent} give={consent} />}
      </RegisterForm>
    </section>
  )
}

type EndEmploymentProps = { of: OwnPerson; close: () => void; reload: () => void }

/** Ends an employment, after showing which certificates of the company would then lack staff. */
function EndEmployment({ of: { id, name, version, ifLeft, since }, close, reload }: EndEmploymentProps) {
  const navigate = useNavigate()
  const send = async (form: object) => {
    const { lacks } = await browserApi('POST /person/leave', { id, version, form: { ...form } }).catch(error =>
      reloadOnConflict(error, reload),
    )
    announce(`${name} 已登记离开${lacks.length > 0 ? `，有 ${lacks.length} 张资质证书因此条件不足，请尽快补足` : ''}`)
    navigate('/admin/user/persons')
  }
  return (
    <FormDialog
      title={`登记离开：${name}`}
      fields={leaveFields}
      initial={{ day: dayOf(new Date()) }}
      action="确认离开"
      danger
      send={send}
      close={close}
      intro={
        <>
          <p>
            {since && `${since} 到岗。`}
            离开后不再列入本单位人员，其证书和学时随本人。登记有误时，可用“人员转入”重新列入。
          </p>
          {ifLeft.length > 0 && (
            <ul className="field-error" role="status">
              {ifLeft.map(sentence => (
                <li key={sentence}>{sentence}。</li>
              ))}
            </ul>
          )}
        </>
      }
    />
  )
}
