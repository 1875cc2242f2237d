import type { World } from './world.ts';

/** Input of a procedure that works in this world, or at least reaches its work. */
export interface Sample {
  input: (world: World) => Record<string, unknown>;
  /** Locale-free codes of refusals that a whole sample may meet in its own workspace, with the reason here. */
  refused?: string[];
  /** Named by a secret that is its own permission (a link in a mail): who holds it may act, wherever he belongs. */
  bearer?: true;
}

const of = (input: Sample['input'], more: Omit<Sample, 'input'> = {}): Sample => ({ input, ...more });
const ws: Sample['input'] = (world) => ({ ws: world.ws });
const page = { pageSize: 100, currentPage: 1 };
const listed = of((world) => ({ ws: world.ws, ...page }));

const controllerFields = (world: World) => ({
  name: { th: 'ผู้ควบคุมข้อมูลใหม่', en: 'New controller' }, contactPerson: 'สมชาย', address: 'กรุงเทพฯ', country: 'TH', phone: '021234567', email: 'new@controller.example', website: '', privacyPolicyUrl: '', logoId: world.fileId,
});
const personFields = (world: World) => ({ name: 'คนใหม่', position: 'เจ้าหน้าที่', phone: '0812345678', email: 'newcomer@test.example', role: 'Staff', photoId: world.photoId });
const categoryFields = { name: { th: 'หมวดใหม่', en: 'New category' }, description: { th: 'คำอธิบาย', en: 'Description' }, detail: '' };
const piiCategoryFields = { name: { th: 'ประเภทใหม่', en: 'New category' }, description: { th: 'คำอธิบาย', en: 'Description' }, example: '', sensitive: false };
const applicationFields = (world: World) => ({
  name: 'ทะเบียนใหม่', description: 'คำอธิบาย', dataControllerId: world.controllerId, lineOfWorkId: world.itemIds.lineOfWork, dataSourceId: world.itemIds.dataSource, dataSubjectCount: 5, processingFrequency: 'daily', purposeIds: [world.purposeId],
});
const purposeFields = (world: World) => ({
  title: { th: 'วัตถุประสงค์ใหม่', en: 'New purpose' }, description: { th: 'คำอธิบาย', en: 'Description' }, isPrimary: false, purposeCategoryId: world.categoryId, dataSubjectGroupIds: [world.itemIds.dataSubjectGroup],
  piiCategoryIds: [world.piiCategoryId], lawfulBases: ['contract'], sensitiveExemptions: [], retention: { indefinite: false, amount: 1, unit: 'year', note: '' }, storageSystemIds: [world.itemIds.storageSystem],
  destructionMethodIds: [world.itemIds.destructionMethod], responsibleDepartmentId: world.itemIds.department, responsiblePersonnelId: world.people.DPO.personnelId, securityMeasureIds: [world.itemIds.securityMeasure],
  thirdPartyDisclosure: true, thirdParties: [{ name: 'คู่ค้า', country: 'TH', contract: 'สัญญา' }], internalSharing: true, internalApplicationIds: [world.applicationId], legitimateInterest: null,
});

const flowFields = (world: World) => ({
  purposeId: world.purposeId, dataSubjectGroupId: world.itemIds.dataSubjectGroup, channelId: world.itemIds.collectionChannel, attributeIds: [world.attributeId, world.freeAttributeId], storageSystemId: world.itemIds.storageSystem,
  internalApplicationIds: [world.applicationId], thirdPartyIds: [world.thirdPartyId], retention: { indefinite: false, amount: 1, unit: 'year' }, destructionMethodId: world.itemIds.destructionMethod, note: 'หมายเหตุ',
});

/** One sample for every procedure; a procedure without one fails the tenant tests. */
export const SAMPLES: Record<string, Sample> = {
  'auth.signIn': of((world) => ({ email: world.emails.admin, password: 'never the right one' }), { refused: ['auth.wrong'], bearer: true }),
  'auth.signUp': of(() => ({ organizationName: 'Other', workspaceName: 'Other', name: 'Somebody', email: 'somebody@signup.example', password: 'long enough 2026 pokpong' })),
  'auth.signOut': of(() => ({})),
  'auth.signOutPersonnel': of(ws),
  'auth.requestPasswordReset': of((world) => ({ email: world.emails.admin }), { bearer: true }),
  'auth.changePassword': of(() => ({})),
  'auth.resetPassword': of((world) => ({ token: world.tokens.reset, password: 'long enough 2026 pokpong' }), { bearer: true }),
  'auth.profile': of(ws),
  'auth.invitation.get': of((world) => ({ token: world.tokens.invitation }), { bearer: true }),
  'auth.acceptInvitation': of((world) => ({ token: world.tokens.invitation, name: 'คนใหม่', password: 'long enough 2026 pokpong' }), { bearer: true, refused: ['auth.httpOnly'] }),
  'auth.setLocale': of(() => ({ locale: 'en' })),
  'mail.outbox.list': listed,
  'mail.outbox.get': of((world) => ({ ws: world.ws, id: world.mailId })),
  'workspace.list': of(() => ({ ...page })),
  'workspace.manage': listed,
  'workspace.get': of(ws),
  'workspace.create': of((world) => ({ ws: world.ws, name: 'New workspace', package: 'Basic' })),
  'workspace.update': of((world) => ({ ws: world.ws, name: 'Renamed', package: 'Unlimit', encryptBoxUrl: '', rowVersion: 1 })),
  'workspace.remove': of((world) => ({ ws: world.ws, confirmation: world.name })),
  'role.list': of(ws),
  'dataController.list': listed,
  'dataController.pick': of(ws),
  'dataController.get': of((world) => ({ ws: world.ws, id: world.controllerId })),
  'dataController.create': of((world) => ({ ws: world.ws, ...controllerFields(world) })),
  'dataController.update': of((world) => ({ ws: world.ws, id: world.controllerId, ...controllerFields(world), rowVersion: 1 })),
  'dataController.remove': of((world) => ({ ws: world.ws, id: world.freeControllerId })),
  'personnel.list': listed,
  'personnel.pick': of(ws),
  'personnel.get': of((world) => ({ ws: world.ws, id: world.idleId })),
  'personnel.taskOverview': of((world) => ({ ws: world.ws, id: world.people.DPO.personnelId })),
  'personnel.create': of((world) => ({ ws: world.ws, ...personFields(world) })),
  'personnel.resendInvitation': of((world) => ({ ws: world.ws, id: world.invitedId })),
  'personnel.addExisting': of((world) => ({ ws: world.ws, email: world.colleagueEmail, role: 'Staff' })),
  'personnel.update': of((world) => ({ ws: world.ws, id: world.idleId, ...personFields(world), rowVersion: 1 })),
  'personnel.suspend': of((world) => ({ ws: world.ws, id: world.people.DPO.personnelId, reason: 'พักงาน', reassignTo: world.idleId })),
  'personnel.unsuspend': of((world) => ({ ws: world.ws, id: world.suspendedId })),
  'personnel.activate': of((world) => ({ ws: world.ws, id: world.inactiveId })),
  'personnel.deactivate': of((world) => ({ ws: world.ws, id: world.people.DPO.personnelId, reassignTo: world.idleId })),
  'personnel.checkUser': of((world) => ({ ws: world.ws, email: world.emails.admin })),
  'application.list': of((world) => ({ ws: world.ws, ...page, dataControllerId: world.controllerId })),
  'application.pick': listed,
  'application.allowance': of((world) => ({ ws: world.ws })),
  'application.get': of((world) => ({ ws: world.ws, id: world.applicationId })),
  'application.detail': of((world) => ({ ws: world.ws, id: world.applicationId })),
  'application.create': of((world) => ({ ws: world.ws, ...applicationFields(world) })),
  'application.update': of((world) => ({ ws: world.ws, id: world.applicationId, ...applicationFields(world), name: `${world.marker} application`, rowVersion: 1 })),
  'application.remove': of((world) => ({ ws: world.ws, id: world.freeApplicationId })),
  'application.publish': of((world) => ({ ws: world.ws, id: world.applicationId, rowVersion: 1, publishPurposes: true })),
  'application.versions': of((world) => ({ ws: world.ws, id: world.freeApplicationId, ...page })),
  'application.version': of((world) => ({ ws: world.ws, id: world.freeApplicationId, v: 1 })),
  'application.withoutConsent': listed,
  'application.withoutRequestForm': listed,
  'application.withoutDpia': listed,
  'dataMapping.get': of((world) => ({ ws: world.ws, id: world.applicationId })),
  'dataMapping.create': of((world) => ({ ws: world.ws, id: world.applicationId, flows: [flowFields(world)] }), { refused: ['dataMapping.exists'] }),
  'dataMapping.update': of((world) => ({ ws: world.ws, id: world.applicationId, rowVersion: 1, flows: [{ id: world.flowId, ...flowFields(world) }] })),
  'purpose.list': of((world) => ({ ws: world.ws, ...page, purposeCategoryId: world.categoryId })),
  'purpose.pick': listed,
  'purpose.get': of((world) => ({ ws: world.ws, id: world.purposeId })),
  'purpose.create': of((world) => ({ ws: world.ws, ...purposeFields(world) })),
  'purpose.update': of((world) => ({ ws: world.ws, id: world.purposeId, ...purposeFields(world), rowVersion: 1 })),
  'purpose.remove': of((world) => ({ ws: world.ws, id: world.freePurposeId })),
  'purpose.publish': of((world) => ({ ws: world.ws, id: world.purposeId, rowVersion: 1 })),
  'purpose.versions': of((world) => ({ ws: world.ws, id: world.freePurposeId, ...page })),
  'purpose.version': of((world) => ({ ws: world.ws, id: world.freePurposeId, v: 1 })),
  'purposeCategory.list': listed,
  'purposeCategory.get': of((world) => ({ ws: world.ws, id: world.categoryId })),
  'purposeCategory.create': of((world) => ({ ws: world.ws, ...categoryFields })),
  'purposeCategory.update': of((world) => ({ ws: world.ws, id: world.categoryId, ...categoryFields, rowVersion: 1 })),
  'purposeCategory.remove': of((world) => ({ ws: world.ws, id: world.freeCategoryId })),
  'catalogue.list': of((world) => ({ ws: world.ws, ...page, kind: 'department' })),
  'catalogue.create': of((world) => ({ ws: world.ws, kind: 'department', name: { th: 'แผนกใหม่', en: 'New department' } })),
  'catalogue.securityMeasures': listed,
  'piiCategory.list': listed,
  'piiCategory.tree': of((world) => ({ ws: world.ws, withInactive: true })),
  'piiCategory.get': of((world) => ({ ws: world.ws, id: world.piiCategoryId })),
  'piiCategory.uses': of((world) => ({ ws: world.ws, id: world.piiCategoryId })),
  'piiCategory.create': of((world) => ({ ws: world.ws, ...piiCategoryFields })),
  'piiCategory.update': of((world) => ({ ws: world.ws, id: world.piiCategoryId, ...piiCategoryFields, rowVersion: 1 })),
  'piiCategory.deactivate': of((world) => ({ ws: world.ws, id: world.piiCategoryId })),
  'piiCategory.reactivate': of((world) => ({ ws: world.ws, id: world.piiCategoryId })),
  'piiCategory.subCategory.list': of((world) => ({ ws: world.ws, id: world.piiCategoryId, ...page })),
  'piiCategory.subCategory.create': of((world) => ({ ws: world.ws, piiCategoryId: world.piiCategoryId, name: { th: 'ประเภทย่อยใหม่', en: 'New sub-category' } })),
  'piiCategory.subCategory.remove': of((world) => ({ ws: world.ws, id: world.freeSubCategoryId })),
  'piiCategory.attribute.list': of((world) => ({ ws: world.ws, id: world.piiCategoryId, ...page })),
  'piiCategory.attribute.listOfSubCategory': of((world) => ({ ws: world.ws, id: world.freeSubCategoryId, ...page })),
  'piiCategory.attribute.create': of((world) => ({ ws: world.ws, piiCategoryId: world.piiCategoryId, piiSubCategoryId: world.freeSubCategoryId, name: { th: 'รายการใหม่', en: 'New attribute' } })),
  'piiCategory.attribute.remove': of((world) => ({ ws: world.ws, id: world.freeAttributeId })),
  'dashboard.figures': of(ws),
  'dashboard.lawfulBasis': of(ws),
  'dashboard.thirdPartyDisclosure': of(ws),
  'dashboard.responsible': of(ws),
  'dashboard.crossBorder': of(ws),
  'dashboard.completeness': of(ws),
  'activityLog.list': of((world) => ({ ws: world.ws, ...page, entityId: world.purposeId, actorId: world.people.Admin.personnelId })),
  'export.start': of((world) => ({ ws: world.ws, kind: 'application-ropa', format: 'xlsx', subjectId: world.applicationId }), { refused: ['BAD_REQUEST'] }),
  'export.get': of((world) => ({ ws: world.ws, id: world.exportId })),
  'export.list': of((world) => ({ ws: world.ws, ...page, subjectId: world.applicationId })),
  'export.retry': of((world) => ({ ws: world.ws, id: world.failedExportId })),
  'export.clear': of((world) => ({ ws: world.ws, id: world.exportId })),
  'export.startInventories': of(ws, { refused: ['BAD_REQUEST'] }),
  'export.startActivityLogs': of((world) => ({ ws: world.ws, format: 'csv', input: { module: 'BUSINESS' } })),
  'export.startLawfulBasis': of(ws, { refused: ['BAD_REQUEST'] }),
  'export.startThirdPartyDisclosure': of(ws, { refused: ['BAD_REQUEST'] }),
  'export.startResponsible': of(ws, { refused: ['BAD_REQUEST'] }),
  'export.startRopa': of((world) => ({ ws: world.ws, id: world.applicationId }), { refused: ['BAD_REQUEST'] }),
  'export.listRopa': of((world) => ({ ws: world.ws, id: world.applicationId })),
  'analytics.pageview': of(() => ({ route: '/workspaces' })),
  'crypto.encrypt': of((world) => ({ workspace: world.ws, data: { any: 'value' } })),
  'crypto.decrypt': of((world) => ({ workspace: world.ws, data: 'not encrypted' }), { refused: ['crypto.notEncrypted'] }),
  'notification.live': of(ws),
  'notification.list': of((world) => ({ ws: world.ws, module: 'ALL' })),
  'notification.unread': of((world) => ({ ws: world.ws, module: 'ALL' })),
  'notification.markRead': of(ws),
  'shell.config': of(() => ({})),
};
