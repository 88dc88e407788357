import { defineForm, fieldsIn, type Option } from '#lib/form/form.ts'

const field = fieldsIn('')

/** Code of the block with the figures of the month, and of one with own words; all others are codes of charts. */
export const MONTH_BLOCK = 'month'
export const TEXT_BLOCK = 'text'

export const MAX_BLOCKS = 30

/** A report: `blocks` and `colleagues` are what there is to choose from. */
export const reportFields = (blocks: readonly Option[], colleagues: readonly Option[]) =>
  defineForm([
    field('name', '名称', { required: true, max: 40, hint: '印在报告的抬头，如“理事会月报”。' }),
    field('blocks', '内容', {
      kind: 'rows',
      required: true,
      max: MAX_BLOCKS,
      isOrdered: true,
      columns: [
        field('block', '版块', { kind: 'choice', required: true, options: blocks }),
        field('title', '标题（不填用版块的名称）', { max: 40 }),
        field('text', '文字', { kind: 'paragraph', max: 2000 }),
      ],
      hint: '按先后排印。选“自己写的文字”时填写文字；其他版块的文字印在表格之前，可以不写。',
    }),
    field('monthly', '每月 1 日发送上月的报告', {
      kind: 'choice',
      required: true,
      options: [
        { code: 'off', name: '不发送，需要时自己下载' },
        { code: 'on', name: '发送' },
      ],
    }),
    field('recipients', '发给', {
      kind: 'choices',
      options: colleagues,
      hint: '收到站内消息和邮件，凭其中的链接登录后查看、下载。',
    }),
  ])
