import { Button, Modal } from 'antd'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useSubmit } from '#api/useApi.ts'
import { useOutcome } from '#api/useOutcome.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { scopeFacts } from '#modules/certificates/facts.ts'
import { certificates } from '#modules/certificates/pages/registers.ts'
import { StatusTag } from '#modules/certificates/pages/StatusTag.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { History } from '#ui/History.tsx'
import { Neighbours } from '#ui/register/Neighbours.tsx'
import type { Route } from './+types/StaffCertificate'
import { CertificateActs } from './CertificateActs.tsx'
import { HolderPicker } from './HolderPicker.tsx'

export { staffCertificate as handle } from '#modules/certificates/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/certificate/detail', { id: pathId(params.id) }),
)

export type CertificateDetail = Output<ApiContract['GET /staff/certificate/detail']>

export default ({ loaderData: of }: Route.ComponentProps) => <Certificate key={of.id} of={of} />

function Certificate({ of }: { of: CertificateDetail }) {
  useScreenName(of.number)
  const { said, done, reload } = useOutcome()
  return (
    <>
      <Neighbours of={certificates} id={of.id} unit="张" />
      <section className="desk-card">
        <h2>
          {of.number} <StatusTag status={of.status} name={of.statusName} />
        </h2>
        <p role="status">{said}</p>
        <Content of={of} />
        {(of.isPersonal ? of.personId : of.organisationId) === null && <LinkHolder of={of} done={done} />}
        <CertificateActs of={of} reload={reload} />
      </section>
      <section className="desk-card">
        <h2>历史</h2>
        <History
          events={of.events
            .toReversed()
            .map(({ id, kindName, effectiveOn, reason, changes, actorName, recordedAt }) => ({
              id,
              name: kindName,
              day: effectiveOn,
              reason,
              changes,
              actorName,
              at: recordedAt,
            }))}
        />
      </section>
    </>
  )
}

function Content({ of }: { of: CertificateDetail }) {
  const mayOpen = useMay('staff:members')
  const named = (name: string, route: string | null) => (route && mayOpen ? <Link to={route}>{name}</Link> : name)
  return (
    <Facts
      facts={[
        ['登记类别', of.registerName],
        ['持证者', named(of.holderName, holderRoute(of))],
        [
          '发证时所在单位',
          of.isPersonal && of.organisationName
            ? named(
                of.organisationName,
                of.organisationId === null ? null : `/staff/organisations/${of.organisationId}`,
              )
            : '',
        ],
        ['统一社会信用代码', of.creditCode],
        ['地区', of.provinceName],
        ['种类', of.groupName === of.kindName ? of.kindName : `${of.groupName} · ${of.kindName}`],
        ['级别', of.levelName],
        ...(of.register === 'award' || of.register === 'appointment'
          ? scopeFacts(of.scope)
          : [['范围', of.scope] satisfies [string, string]]),
        ['发证机构', of.issuer],
        ['发证日期', of.issuedOn],
        ['有效期', of.register === 'award' ? '永久有效' : `${of.validFrom} 至 ${of.validTo ?? '长期'}`],
        ['来源', of.sourceName],
        ['公开查验', publicCheck(of)],
        ['查验次数', `近 30 天 ${of.lookups.last30d} 次，共 ${of.lookups.total} 次`],
        ['替代的证书', of.predecessor && <Numbered {...of.predecessor} />],
        ['被替代为', of.successors.length > 0 && of.successors.map(one => <Numbered key={one.id} {...one} />)],
      ]}
    />
  )
}

function holderRoute({ personId, organisationId }: CertificateDetail): string | null {
  if (personId) return `/staff/persons/${personId}`
  return organisationId === null ? null : `/staff/organisations/${organisationId}`
}

const Numbered = ({ id, number }: { id: number; number: string }) => (
  <Link to={`/staff/certificates/${id}`}>{number}</Link>
)

const publicCheck = ({ isPublic, verifyUrl }: CertificateDetail) =>
  isPublic ? (
    <a href={verifyUrl} target="_blank" rel="noopener">
      打开公开的查验页
    </a>
  ) : (
    '未公开（本人没有同意公示）'
  )

type Props = { of: CertificateDetail; done: (words: string) => void }

/** Links a certificate without a registered holder to an organisation or person. */
function LinkHolder({ of, done }: Props) {
  const [asking, setAsking] = useState(false)
  const [holderId, choose] = useState<number | null>(null)
  const [isTried, setTried] = useState(false)
  const { submit, busy, error, fields } = useSubmit('POST /staff/certificate/link')
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (holderId === null || !(await submit({ id: of.id, seen: of.seen, holderId }))) return
    setAsking(false)
    done('已关联持证者。')
  }
  const missing = isTried && holderId === null ? '请选择持证者' : undefined
  return (
    <>
      <p>
        登记中没有关联这张证书的持证者，到期前无人可提醒。
        <Button onClick={() => setAsking(true)}>关联持证者</Button>
      </p>
      <Modal title={`关联证书 ${of.number} 的持证者`} open={asking} onCancel={() => setAsking(false)} footer={null}>
        <form onSubmit={send} noValidate>
          <p>证书上的持证者：{of.holderName}。关联后其账号可以看到这张证书，到期前会收到提醒。</p>
          {Object.keys(fields).length === 0 && <Problem>{error?.message}</Problem>}
          <HolderPicker
            kind={of.isPersonal ? 'person' : 'organisation'}
            name="holderId"
            label="登记的持证者"
            value={holderId}
            onChange={choose}
            required
            error={fields.holderId ?? missing}
          />
          <div className="form-actions">
            <Button type="primary" htmlType="submit" loading={busy}>
              关联
            </Button>
            <Button onClick={() => setAsking(false)}>取消</Button>
          </div>
        </form>
      </Modal>
    </>
  )
}
