import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addDays, dayOf } from '#lib/dates.ts'
import type { FieldErrors } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { qrSvg } from '#lib/server/documents/formDocument.ts'
import { readCodes } from '#lib/server/documents/qr.ts'
import { UnparsableError } from '#lib/server/parsers/parser.ts'
import { withTempDir } from '#lib/server/process/tempDir.ts'
import type { DesignLayout } from '#modules/certificates/designSchema.ts'
import { detailsOf, type Paper } from '#modules/certificates/server/certificateCatalogue.ts'
import { signedWords } from '#modules/certificates/server/certificateSheet.ts'
import { currentSnapshot } from '#modules/certificates/server/designSnapshots.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { type CoveredKind, readCoverableKinds } from './coveredKinds.ts'
import { makeSheet, readPictures, type Sheet, type SheetResult } from './designedSheet.ts'
import { placeholdersOf, placeholderTexts } from './placeholders.ts'
import { faultsInWords } from './templateFaults.ts'

export type Drafted = DesignLayout & { kinds: string[]; backgroundId: number | null }

const MARK: Paper['mark'] = { title: '本证书已撤销', since: '样张' }

/**
 * A design with a certificate that nobody holds. Never with the seal itself: who draws designs up could print it on
 * anything.
 */
export async function makeSample(
  ctx: Ctx,
  drafted: Drafted,
  as: 'pdf' | 'svg',
  kindCode?: string,
): Promise<SheetResult> {
  const { sheet, pictures } = await sampleSheet(ctx, drafted, kindCode)
  return makeSheet(sheet, pictures, as)
}

/**
 * Returns the faults of a staff template: it does not compile, does not mark a revoked certificate, or hides the QR
 * code.
 */
export async function checkSample(ctx: Ctx, drafted: Drafted): Promise<FieldErrors> {
  const { sheet, pictures } = await sampleSheet(ctx, drafted)
  const revoked = await makeSheet({ ...sheet, paper: { ...sheet.paper, mark: MARK } }, pictures, 'pdf', true)
  if ('faults' in revoked) return { template: faultsInWords(revoked.faults) }
  const made = await makeSheet(sheet, pictures, 'pdf')
  if ('faults' in made) return { template: faultsInWords(made.faults) }
  const codes = await withTempDir(ctx.config.dataDir, async directory => {
    const path = join(directory, 'sample.pdf')
    await writeFile(path, made.bytes)
    return readCodes(path, 'application/pdf').catch(error => {
      if (!(error instanceof UnparsableError)) throw error
    })
  })
  if (!codes) return { template: '印出的证书过于复杂，查验二维码没有在规定时间内识别出来，请简化模板' }
  if (codes.includes(sheet.paper.verifyUrl)) return {}
  return { template: '印出的证书上没有能扫出来的查验二维码：请用 image(bytes(data.paper.qrSvg)) 印出，并留出空白' }
}

async function sampleSheet(ctx: Ctx, { kinds, ...drafted }: Drafted, kindCode?: string) {
  const claims = await readCoverableKinds(ctx)
  const claim = claims.find(({ code }) => code === (kindCode ?? kinds[0])) ?? claims[0]
  const of = await sampleOf(ctx, claim)
  const { look, besides } = await snapshotAndDetails(ctx, drafted, of)
  const verifyUrl = `${ctx.config.publicUrl}/admin/verify?token=${of.token}`
  const paper: Paper = {
    verifyUrl,
    qrSvg: await qrSvg(verifyUrl),
    mark: null,
    changedOn: undefined,
    reissuedOn: undefined,
  }
  const sheet: Sheet = {
    look,
    spoken: placeholderTexts(of, paper, besides),
    paper,
    sayable: placeholdersOf([of.register]),
    signed: signedWords(ctx),
    isSample: true,
  }
  const pictures = await readPictures(ctx, { ...look, sealId: null })
  return { sheet, pictures: drafted.seal === 'printed' ? sampleSeal(pictures) : pictures }
}

async function snapshotAndDetails(ctx: Ctx, drafted: Omit<Drafted, 'kinds'>, of: Certificate) {
  const look = await currentSnapshot(ctx, drafted)
  const { names = {} } = detailsOf(of.register) ?? {}
  const read = (await detailsOf(of.register)?.read(ctx, of)) ?? {}
  const shown = Object.entries(names).map(([code, name]) => [code, read[code] || `（${name}）`] as const)
  return { look, besides: { ...Object.fromEntries(shown), issuerSecond: look.drawn.issuerSecond } }
}

const holders: Record<Certificate['register'], { holderName: string; organisationName: string; scope: string }> = {
  personnel: { holderName: '李晓明', organisationName: '示例机电设备有限公司', scope: '' },
  qualification: {
    holderName: '示例机电设备有限公司',
    organisationName: '示例机电设备有限公司',
    scope: '各类机电设备的安装、改造、修理和维护保养',
  },
  membership: { holderName: '示例机电设备有限公司', organisationName: '示例机电设备有限公司', scope: '' },
  award: {
    holderName: '李晓明',
    organisationName: '示例机电设备有限公司',
    scope: '获奖项目：节能技术研究与应用\n年度：2026 年度\n名次：完成人，第 1（共 5）',
  },
  appointment: { holderName: '李晓明', organisationName: '示例机电设备有限公司', scope: '届次：第六届' },
}

async function sampleOf(ctx: Ctx, claim: CoveredKind | undefined): Promise<Certificate> {
  const register = claim?.register ?? 'personnel'
  const { association } = await readPublicConfig(ctx)
  const today = dayOf(ctx.now)
  return {
    id: 0,
    register,
    number: `${claim?.kindCode || 'ZS'}-${today.slice(0, 4)}-0000`,
    numberKey: '',
    ...holders[register],
    organisationId: null,
    personId: null,
    creditCode: register === 'personnel' ? null : '91110105MA00000000',
    provinceCode: '110000',
    groupCode: '',
    groupName: claim?.groupName ?? '示例',
    kindCode: claim?.kindCode ?? '',
    kindName: claim?.kindName ?? '示例种类',
    levelCode: '',
    levelName: '一级',
    issuer: association.name,
    issuedOn: today,
    validFrom: today,
    validTo: register === 'award' ? null : addDays(today, 4 * 365),
    status: 'valid',
    replacesId: null,
    token: 'sample-of-a-design-00',
    source: 'issued',
    publishedAt: null,
    lookId: null,
    createdAt: ctx.now,
    words: '',
  }
}

/** A round seal with a star, which says that it is none. */
const SEAL = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">
<g fill="none" stroke="#d5281e" stroke-width="5"><circle cx="100" cy="100" r="95"/></g>
<path fill="#d5281e" d="M100 50l11.2 34.5h36.3l-29.4 21.4 11.3 34.5L100 119.1l-29.4 21.3 11.3-34.5-29.4-21.4h36.3z"/>
<text x="100" y="172" font-size="24" font-family="Noto Sans SC" font-weight="700" text-anchor="middle" fill="#d5281e">样 章</text>
</svg>`

type Shown = Awaited<ReturnType<typeof readPictures>>

const sampleSeal = (shown: Shown): Shown => ({
  ...shown,
  seal: Buffer.from(SEAL),
  types: { ...shown.types, seal: 'sample-seal.svg' },
})
