import type { Handlers } from '#lib/server/api/call.ts'
import { acceptObjection, decideObjection, revealObjector } from '#modules/review/notices/server/objectionDecisions.ts'
import {
  exportNotices,
  listStaffNotices,
  prolongNotice,
  showStaffNotice,
} from '#modules/review/notices/server/staffNotices.ts'
import type { staffBoardContract } from '../contract.ts'
import { sendAgenda } from './agenda.ts'
import { moveBoard, saveBoard, setItems } from './boardChanges.ts'
import { recordBoard } from './boardRecording.ts'
import { exportBoards, listBoards, listCandidates, showBoard } from './boards.ts'

export const staffBoardHandlers: Handlers<typeof staffBoardContract> = {
  'GET /staff/board/list': listBoards,
  'GET /staff/board/export': exportBoards,
  'GET /staff/board/detail': showBoard,
  'GET /staff/board/candidates': listCandidates,
  'GET /staff/board/agenda': sendAgenda,
  'POST /staff/board/save': saveBoard,
  'POST /staff/board/items': setItems,
  'POST /staff/board/move': moveBoard,
  'POST /staff/board/record': recordBoard,
  'GET /staff/notice/list': listStaffNotices,
  'GET /staff/notice/export': exportNotices,
  'GET /staff/notice/detail': showStaffNotice,
  'POST /staff/notice/prolong': prolongNotice,
  'POST /staff/objection/accept': acceptObjection,
  'POST /staff/objection/decide': decideObjection,
  'POST /staff/objection/reveal': revealObjector,
}
