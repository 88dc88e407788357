import { z } from 'zod'
import { certificateStatus } from './verified.ts'

export const publicRow = {
  groupName: z.string(),
  childName: z.string(),
  levelName: z.string(),
  scope: z.string(),
  certNo: z.string(),
  issueDate: z.string(),
  validTo: z.string().nullable(),
  certStatus: certificateStatus,
  certStatusName: z.string(),
}
