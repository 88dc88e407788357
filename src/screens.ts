import { lazy } from 'react'
import type { Group } from '#layouts/places.ts'
import type { IconName } from '#ui/Icon.tsx'

/** Every screen of the member centre by its address, as `routes.ts` is for pages. Loaded when it is opened. */
export const groups: Group<IconName>[] = [
  {
    name: '我的会员中心',
    screens: [
      {
        path: '',
        name: '概览',
        icon: 'building',
        screen: lazy(() => import('#modules/home/pages/MyOverview.tsx')),
      },
      {
        path: 'doing',
        name: '在办事项',
        icon: 'clock',
        screen: lazy(() => import('#modules/review/applying/pages/MyDoing.tsx')),
      },
      {
        path: 'doing/:id',
        name: '申请进度',
        screen: lazy(() => import('#modules/review/applying/pages/MyApplication.tsx')),
      },
      { path: 'apply/:id', name: '申请', screen: lazy(() => import('#modules/review/pages/MyApplicationForm.tsx')) },
      {
        path: 'messages',
        name: '消息',
        icon: 'mail',
        screen: lazy(() => import('#modules/messages/pages/MyMessages.tsx')),
      },
    ],
  },
  {
    name: '会员与证书',
    screens: [
      {
        path: 'profile',
        name: '资料',
        icon: 'file',
        screen: lazy(() => import('#modules/members/pages/MyProfile.tsx')),
      },
      {
        path: 'membership',
        name: '会员',
        icon: 'user',
        screen: lazy(() => import('#modules/membership/joining/pages/MyMembership.tsx')),
      },
      {
        path: 'membership/apply',
        name: '入会申请',
        screen: lazy(() => import('#modules/membership/joining/pages/MyApply.tsx')),
      },
      {
        path: 'membership/materials',
        name: '入会材料与会费',
        screen: lazy(() => import('#modules/membership/joining/pages/MyMaterials.tsx')),
      },
      {
        path: 'style',
        name: '会员风采',
        icon: 'pen',
        screen: lazy(() => import('#modules/membership/style/pages/MyStyle.tsx')),
      },
      {
        path: 'qualification',
        name: '能力评价',
        icon: 'certificate',
        screen: lazy(() => import('#modules/qualifications/applying/pages/MyQualifications.tsx')),
      },
      {
        path: 'qualification/new',
        name: '新的能力评价申请',
        screen: lazy(() => import('#modules/qualifications/applying/pages/MyQualificationNew.tsx')),
      },
      {
        path: 'qualification/:id',
        name: '能力评价申请',
        screen: lazy(() => import('#modules/qualifications/applying/pages/MyQualification.tsx')),
      },
      {
        path: 'qualification/form/:id',
        name: '能力评价申请表',
        screen: lazy(() => import('#modules/qualifications/applying/pages/MyQualificationForm.tsx')),
      },
      {
        path: 'qualification/materials/:id',
        name: '材料与评审费',
        screen: lazy(() => import('#modules/qualifications/applying/pages/MyQualificationMaterials.tsx')),
      },
      {
        path: 'qualification/rectify/:id',
        name: '现场评审整改',
        screen: lazy(() => import('#modules/qualifications/site/pages/MyRectification.tsx')),
      },
      {
        path: 'certificates',
        name: '我的证书',
        icon: 'qr',
        screen: lazy(() => import('#modules/qualifications/applying/pages/MyCertificates.tsx')),
      },
      {
        path: 'certificates/:id',
        name: '证书的查验记录',
        screen: lazy(() => import('#modules/certificates/check/pages/MyLookups.tsx')),
      },
      {
        path: 'persons',
        name: '人员',
        icon: 'people',
        screen: lazy(() => import('#modules/personnel/pages/MyPersons.tsx')),
      },
      {
        path: 'persons/:id',
        name: '人员档案',
        screen: lazy(() => import('#modules/personnel/pages/MyPerson.tsx')),
      },
      {
        path: 'persons/certificates',
        name: '人员证书',
        screen: lazy(() => import('#modules/personnel/pages/MyPersonCertificates.tsx')),
      },
      {
        path: 'persons/takeover/:id',
        name: '人员转入申请',
        screen: lazy(() => import('#modules/personnel/pages/MyTakeover.tsx')),
      },
    ],
  },
  {
    name: '培训',
    screens: [
      {
        path: 'training',
        name: '培训报名',
        icon: 'calendar',
        screen: lazy(() => import('#modules/training/enrolling/pages/MyTraining.tsx')),
      },
      {
        path: 'training/registrations',
        name: '我的报名',
        icon: 'clock',
        screen: lazy(() => import('#modules/training/enrolling/pages/MyRegistrations.tsx')),
      },
      {
        path: 'training/new/:id',
        name: '报名',
        screen: lazy(() => import('#modules/training/enrolling/pages/MyRegistration.tsx')),
      },
      {
        path: 'training/registrations/:id',
        name: '报名详情',
        screen: lazy(() => import('#modules/training/enrolling/pages/MyRegistration.tsx')),
      },
    ],
  },
  {
    name: '科技奖励',
    screens: [
      {
        path: 'awards',
        name: '科技奖励',
        icon: 'certificate',
        screen: lazy(() => import('#modules/awards/entries/pages/MyAwards.tsx')),
      },
      {
        path: 'awards/new',
        name: '申报奖励',
        screen: lazy(() => import('#modules/awards/entries/pages/MyAwardNew.tsx')),
      },
      {
        path: 'awards/:id',
        name: '申报书',
        screen: lazy(() => import('#modules/awards/entries/pages/MyAward.tsx')),
      },
      {
        path: 'scoring',
        name: '专家评审',
        icon: 'pen',
        only: 'judges',
        screen: lazy(() => import('#modules/awards/scoring/pages/MyScoring.tsx')),
      },
      {
        path: 'scoring/:id',
        name: '评审与评分',
        screen: lazy(() => import('#modules/awards/scoring/pages/MyScoringRound.tsx')),
      },
    ],
  },
  {
    name: '广告',
    screens: [
      {
        path: 'adverts',
        name: '我的广告',
        icon: 'share',
        screen: lazy(() => import('#modules/adverts/pages/MyAdverts.tsx')),
      },
      {
        path: 'adverts/new',
        name: '新建广告',
        screen: lazy(() => import('#modules/adverts/pages/MyAdvertNew.tsx')),
      },
      {
        path: 'adverts/:id',
        name: '广告详情',
        screen: lazy(() => import('#modules/adverts/pages/MyAdvert.tsx')),
      },
    ],
  },
  {
    name: '账号',
    screens: [
      {
        path: 'security',
        name: '账号安全',
        icon: 'shield',
        screen: lazy(() => import('#modules/accounts/own/pages/MySecurity.tsx')),
      },
      {
        path: 'privacy',
        name: '个人信息',
        icon: 'eye',
        screen: lazy(() => import('#modules/privacy/pages/MyPrivacy.tsx')),
      },
    ],
  },
]
