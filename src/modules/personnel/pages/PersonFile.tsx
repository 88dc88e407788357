import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import { useMember } from '#layouts/member/member.ts'
import type { Output } from '#lib/contract.ts'
import { shortDay } from '#lib/dates.ts'
import { Facts } from '#ui/Facts.tsx'
import { States } from '#ui/States.tsx'
import { Careers } from './Careers.tsx'
import { EditOwnPerson } from './EditOwnPerson.tsx'
import { LetGo } from './LetGo.tsx'
import { OwnCertificates } from './OwnCertificates.tsx'
import { Studies } from './Studies.tsx'
import './people.css'

export type OwnPerson = Output<ApiContract['GET /person/detail']>

/** 人员档案: who it is, what it holds, what it has learnt, since when it is here. */
export function PersonFile({ id }: { id: number }) {
  const answer = useApi('GET /person/detail', { id })
  const [doing, act] = useState<'edit' | 'leave'>()
  const done = () => {
    act(undefined)
    answer.reload()
  }
  return (
    <States answer={answer} lines={12}>
      {of => (
        <>
          {doing === 'edit' ? (
            <EditOwnPerson of={of} done={done} cancel={() => act(undefined)} reload={answer.reload} />
          ) : (
            <Head of={of} act={act} />
          )}
          {doing === 'leave' && <LetGo of={of} close={() => act(undefined)} reload={answer.reload} />}
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
      )}
    </States>
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
