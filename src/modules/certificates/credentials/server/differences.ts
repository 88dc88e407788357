import { at, type Claims } from './reading.ts'

/** What people call the parts of a credential, in its order. */
const labels: Record<string, string> = {
  'issuer.id': '签发者标识',
  'issuer.name': '签发者',
  validFrom: '有效期起',
  validUntil: '有效期至',
  'credentialSubject.type': '持证者类型',
  'credentialSubject.name': '持证者',
  'credentialSubject.creditCode': '统一社会信用代码',
  'credentialSubject.certificate.number': '证书编号',
  'credentialSubject.certificate.register': '登记类别',
  'credentialSubject.certificate.group': '大类',
  'credentialSubject.certificate.kind': '种类',
  'credentialSubject.certificate.level': '级别',
  'credentialSubject.certificate.scope': '范围',
  'credentialSubject.certificate.issuedBy': '发证机构',
  'credentialSubject.certificate.issuedOn': '发证日期',
}

/** As much as is shown of a text that somebody sends. */
const LONGEST = 40

/** Where a file says otherwise than the register does today. */
export function differencesFrom(registered: Claims, said: Claims): string[] {
  const found = Object.entries(labels).flatMap(([path, label]) => {
    const [ours, theirs] = [worded(at(registered, path)), worded(at(said, path))]
    return ours === theirs ? [] : [`${label}：文件中为“${theirs}”，登记为“${ours}”`]
  })
  const named = new Set(Object.keys(labels).map(path => path.split('.')[0]))
  const others = [...new Set([...Object.keys(registered), ...Object.keys(said)])].filter(
    name =>
      !named.has(name) &&
      name !== 'iat' &&
      name !== 'iss' &&
      JSON.stringify(registered[name]) !== JSON.stringify(said[name]),
  )
  return [...found, ...others.map(name => `${otherLabels[name] ?? '其他内容'}：与登记的不同`)]
}

const otherLabels: Record<string, string> = {
  '@context': '凭证格式说明',
  id: '凭证网址',
  type: '凭证类型',
  name: '标题',
  credentialSchema: '格式定义的网址',
  credentialStatus: '状态列表中的位置',
}

function worded(value: unknown): string {
  const text = value === undefined ? '空' : typeof value === 'string' ? value || '空' : JSON.stringify(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
