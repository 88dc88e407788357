import { Alert, Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import type { Input, Output } from '#lib/contract.ts'
import { formatYuan } from '#lib/money.ts'
import { type ApplicationType, isAboutCertificate, isAssessed } from '#modules/qualifications/applicationTypes.ts'
import { wayWords } from '#modules/review/wayWords.ts'
import { States } from '#ui/States.tsx'
import type { Child, Chosen } from './applicationChoice.ts'
import '#ui/form/form.css'

type Wanted = Input<ApiContract['POST /qualification/addApply']>
type Outlook = Output<ApiContract['GET /qualification/outlook']>
type Props = { chosen: Chosen; child: Child; levelId: number | undefined }

export function BeginApplication({ chosen, child, levelId }: Props) {
  const applyType = chosen.type as Exclude<ApplicationType, 'legacy'>
  const [{ childId }, { certId }] = [child, chosen]
  const answer = useApi('GET /qualification/outlook', { applyType, childId, levelId })
  return (
    <section className="centre-card">
      <h2>接下来</h2>
      <States answer={answer}>{outlook => <StepsAhead outlook={outlook} child={child} type={applyType} />}</States>
      <Start wanted={{ applyType, ...(isAboutCertificate(applyType) ? { certId } : { childId }), levelId }} />
    </section>
  )
}

const StepsAhead = ({ outlook, child, type }: { outlook: Outlook; child: Child; type: ApplicationType }) => (
  <div className="ahead-grid">
    <div>
      <h3>要经过的环节</h3>
      <ol>
        {outlook.path.map(stage => (
          <li key={stage}>{stageWords(stage, outlook)}</li>
        ))}
        <li>{endWords(type, child)}</li>
      </ol>
    </div>
    <div>
      <h3>要准备的材料</h3>
      {outlook.materials.length === 0 ? (
        <p>不需要另交材料。</p>
      ) : (
        <ul>
          {outlook.materials.map(({ code, name, required, hint }) => (
            <li key={code}>
              {name}
              {!required && '（如有）'}
              {hint && <small>{hint}</small>}
            </li>
          ))}
        </ul>
      )}
      {outlook.isConfirmable && outlook.confirmedBy !== 'paper' && <p>{wayWords[outlook.confirmedBy].instead}</p>}
    </div>
  </div>
)

function stageWords(stage: Outlook['path'][number], { fee, path, materials, confirmedBy }: Outlook) {
  const isShort = !path.includes('materials')
  const words: Record<typeof stage, string> = {
    review: isShort
      ? `在线填写${materials.length ? '并上传材料' : ''}，由协会审核`
      : '在线填写申请表，由协会初审；填写的内容自动保存',
    materials:
      confirmedBy === 'paper' ? '打印申请表，签字盖章，与其他材料一并上传，由协会复审' : wayWords[confirmedBy].step,
    fee: `缴纳评审费${fee === null ? '' : ` ${formatYuan(fee)} 元`}，上传汇款凭证`,
    site: '专家现场评审；有不符合项的，限期整改并验证',
    decision: '协会审议',
    notice: '向社会公示，期满无异议即通过',
  }
  return words[stage]
}

function endWords(type: ApplicationType, { validYears }: Child) {
  if (isAssessed(type) && type !== 'extraScope') return `颁发电子证书，有效期 ${validYears} 年`
  const words: Partial<Record<ApplicationType, string>> = {
    extraScope: '证书的允许范围随即更新',
    change: '证书的内容随即更新，编号不变',
    annualReport: '年度报告记入证书的公开记录',
    replacement: '重新签发证书，编号不变',
    cancellation: '证书注销，查验时如实显示',
  }
  return words[type]
}

function Start({ wanted }: { wanted: Wanted }) {
  const navigate = useNavigate()
  const { submit, busy, error } = useSubmit('POST /qualification/addApply')
  const begin = async () => {
    const begun = await submit(wanted)
    if (begun) navigate(begun.route)
  }
  return (
    <>
      {error && (
        <Alert
          role="alert"
          type="warning"
          showIcon
          title={error.message}
          action={error.code === 409 && <Link to="/admin/user/qualification">查看我的申请</Link>}
        />
      )}
      <p className="form-actions begin-actions">
        <Button size="large" type="primary" loading={busy} onClick={() => void begin()}>
          开始填写申请表
        </Button>
        <Link to="/admin/user/qualification">暂不申请</Link>
      </p>
    </>
  )
}
