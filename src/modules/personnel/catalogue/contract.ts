import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { nothing } from '#lib/form/fields.ts'
import { groupList } from '#modules/certificates/catalogue/contract.ts'
import { countedRecord, listing, moving, removing, saving } from '#modules/settings/records.ts'

const staff = { who: 'staff:certificates' } as const

/** Kinds of personal certificates, as maintained by staff. */
export const personnelCatalogueContract = {
  'GET /staff/personnel/group/list': {
    ...staff,
    summary: '人员证书的大类，先后即公示页面的次序',
    ...groupList,
  },
  'POST /staff/personnel/group/save': {
    ...staff,
    summary: '新增或修改人员证书的大类',
    ...saving,
    example: { form: { code: 'WB', name: '维保人员', state: 'open' } },
  },
  'POST /staff/personnel/group/move': {
    ...staff,
    summary: '调整人员证书大类的先后',
    ...moving,
  },
  'POST /staff/personnel/group/remove': {
    ...staff,
    summary: '删除没有种类、没有发过证书的大类',
    ...removing,
  },
  'GET /staff/personnel/kind/list': {
    ...staff,
    summary: '人员证书的种类；uses 为用到它的证书、培训班与学时记录数',
    input: nothing,
    output: listing(
      countedRecord.extend({
        groupId: z.int(),
        code: z.string(),
        isRetired: z.boolean(),
        isStates: z.boolean(),
        /** Number of certificates in the register, whatever their status. */
        certificates: z.int(),
        /** All records that refer to it, as text: 3 张证书、1 个培训班. */
        usedBy: z.string(),
      }),
    ),
  },
  'POST /staff/personnel/kind/save': {
    ...staff,
    summary: '新增人员证书的种类，或修改它；form 为全部栏目',
    ...saving,
    example: {
      form: {
        groupId: '1',
        code: 'WB9',
        name: '维保作业人员',
        levels: [{ code: '1', name: '初级' }],
        issuer: 'association',
        validYears: 4,
        renewHours: 24,
        numberRule: '{kind}-{year}-{province}-{serial:5}',
        requirement: '高中以上学历',
        state: 'open',
      },
    },
  },
  'POST /staff/personnel/kind/move': {
    ...staff,
    summary: '调整人员证书种类的先后；into 为另一大类的编号',
    ...moving,
    example: { id: 102, position: 1, order: 'x' },
  },
  'POST /staff/personnel/kind/remove': {
    ...staff,
    summary: '删除没有用过的人员证书种类',
    ...removing,
    example: { id: 102, version: 'x' },
  },
} as const satisfies Contract
