import { type LabelledSession, labelled } from "../../../session.ts";

/** Provisioning of users over SCIM for customers with different directories; TypeScript, NestJS, Prisma. */
const session: LabelledSession = labelled({
  name: "scim-directory",
  project: "/home/oluwaseun/atrium-api",
  talk: (t) => {
    t.prompt(
      "morning! need scim 2.0 Users endpoint, groups not now. nestjs app in apps/api. first customer is Varde (entra id), second one Nordlys on okta. basically create/patch/get/list w/ filter userName eq. token per tenant",
    )
      .said("Good morning! I'll look at how tenants and users are modelled first.")
      .called("Glob", { pattern: "apps/api/src/**/{tenant,user}*.ts" })
      .gave(
        "apps/api/src/tenants/tenant.service.ts\napps/api/src/tenants/tenant.guard.ts\napps/api/src/users/user.service.ts\napps/api/src/users/user.controller.ts",
      )
      .read(
        "/home/oluwaseun/atrium-api/apps/api/src/users/user.service.ts",
        "@Injectable()\nexport class UserService {\n  constructor(private readonly db: PrismaService) {}\n  async invite(tenantId: string, email: string, role: Role) { … }\n  async remove(id: string) { return this.db.user.delete({ where: { id } }); }\n}",
      )
      .read(
        "/home/oluwaseun/atrium-api/prisma/schema.prisma",
        "model User {\n  id       String @id @default(cuid())\n  tenantId String\n  email    String @unique\n  role     Role\n}",
      )
      .said(
        "Two things I noticed:\n\n1. `email` is unique over all tenants. A consultant who is in two directories could not be provisioned twice.\n2. `remove` deletes hard; SCIM clients usually deactivate (`active: false`) instead.",
      )
      .prompt(
        "1 is on purpose, one login one person, seat is a separate table (Membership). so scim user = membership, not User",
      )
      .called("Grep", { pattern: "model Membership", path: "/home/oluwaseun/atrium-api/prisma" })
      .gave(
        "prisma/schema.prisma:88:model Membership {\n  id String @id\n  userId String\n  tenantId String\n  state MembershipState // ACTIVE SUSPENDED\n  @@unique([userId, tenantId])",
      )
      .said(
        "That makes it simpler: the SCIM id is the id of the membership, `active` maps to its state, and `externalId` becomes a new column on it.",
      )
      .prompt(
        "yes. and deactivating = SUSPENDED. never delete memberships, reports of past projects join over them",
      )
      .wrote(
        "/home/oluwaseun/atrium-api/apps/api/src/scim/scim.controller.ts",
        "@Controller('scim/v2/:tenant/Users')\n@UseGuards(ScimTokenGuard)\nexport class ScimController { … }",
      )
      .wrote(
        "/home/oluwaseun/atrium-api/apps/api/src/scim/scim.mapper.ts",
        "export const toScim = (m: MembershipWithUser): ScimUser => ({ … });",
      )
      .wrote(
        "/home/oluwaseun/atrium-api/apps/api/src/scim/scim.patch.ts",
        "export function applyPatch(m: Patchable, ops: PatchOp[]): Patchable { … }",
      )
      .wrote(
        "/home/oluwaseun/atrium-api/apps/api/src/scim/scim-token.guard.ts",
        "@Injectable()\nexport class ScimTokenGuard implements CanActivate { … }",
      )
      .ran(
        "pnpm prisma migrate dev --name scim",
        "Error: P3014\n\nPrisma Migrate could not create the shadow database. Please make sure the database user has permission to create databases.\nOriginal error:\nERROR: permission denied to create database",
        1,
      )
      .prompt(
        "dev role cant create dbs. shadow is a fixed one: SHADOW_DATABASE_URL is in .env.shadow, use `dotenv -e .env.shadow -- pnpm prisma migrate dev`",
      )
      .ran(
        "dotenv -e .env.shadow -- pnpm prisma migrate dev --name scim",
        "Applying migration `20260302093144_scim`\n\nYour database is now in sync with your schema.\n✔ Generated Prisma Client",
      )
      .wrote("/home/oluwaseun/atrium-api/apps/api/test/scim.e2e.ts", "describe('SCIM', () => { … });")
      .ran("pnpm --filter api test:e2e scim", "Tests: 11 passed, 11 total")
      .said(
        "The happy path works: create, get, list with `userName eq`, patch of `active`. Can I get real requests from Entra to try the patch against?",
      )
      .prompt(
        `heres what varde's tenant sent to my tunnel:

PATCH /scim/v2/varde/Users/cm1k2
Authorization: Bearer atr_scim_8Kq2vXw91LmZt
{"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":[{"op":"Replace","path":"active","value":"False"}]}

PATCH /scim/v2/varde/Users/cm1k2
{"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":[{"op":"Add","path":"emails[type eq \\"work\\"].value","value":"liv@varde.example"}]}`,
      )
      .said(
        'Entra differs from the standard in two ways here: the operation is capitalised (`Replace`), and booleans arrive as the strings `"True"` and `"False"`. My patch code takes the string `"False"` for true, so a leaver would have stayed active.',
      )
      .edited(
        "/home/oluwaseun/atrium-api/apps/api/src/scim/scim.patch.ts",
        "const active = Boolean(op.value);",
        "const active = typeof op.value === 'string' ? op.value.toLowerCase() === 'true' : op.value === true;",
      )
      .edited(
        "/home/oluwaseun/atrium-api/apps/api/src/scim/scim.patch.ts",
        "switch (op.op) {",
        "switch (op.op.toLowerCase()) {",
      )
      .ran("pnpm --filter api test:e2e scim", "Tests: 14 passed, 14 total")
      .said("Fixed in `scim.patch.ts`, with both requests as test cases.")
      .prompt("lucky we looked. okta?")
      .said(
        "Okta follows the standard more closely, but it sends `PUT` with the whole user for updates, so we need that as well. I'll add it.",
      )
      .edited(
        "/home/oluwaseun/atrium-api/apps/api/src/scim/scim.controller.ts",
        "@Patch(':id')",
        "@Put(':id')\n  replace(@Param('id') id: string, @Body() body: ScimUser) { … }\n\n  @Patch(':id')",
      )
      .prompt("does okta delete?")
      .said(
        "By default Okta sends a `DELETE` only if you ask for it; on unassigning it patches `active` to false. I believe we can answer `DELETE` with 501.",
      )
      .prompt(
        "hmm no, nordlys does use delete, their admin told me, and entra sends a delete too, 30 days after the soft delete. so 204 and suspend",
      )
      .edited(
        "/home/oluwaseun/atrium-api/apps/api/src/scim/scim.controller.ts",
        "@Put(':id')",
        "@Delete(':id')\n  @HttpCode(204)\n  remove(@Param('id') id: string) { return this.scim.suspend(id); }\n\n  @Put(':id')",
      )
      .said("`DELETE` answers 204 and suspends the membership.")
      .prompt("what happens to api keys of suspended ppl?")
      .called("Grep", { pattern: "apiKey", path: "/home/oluwaseun/atrium-api/apps/api/src/auth" })
      .gave(
        "apps/api/src/auth/api-key.strategy.ts:18:    const key = await this.db.apiKey.findUnique({ where: { hash }, include: { user: true } });",
      )
      .said(
        "They keep working: `api-key.strategy.ts` checks the key and the user, and never the membership's state. That is a hole that exists today already, for people suspended by hand.",
      )
      .prompt("oof. fix it here, own commit, and i'll tell security. Mirela will want to know since when")
      .edited(
        "/home/oluwaseun/atrium-api/apps/api/src/auth/api-key.strategy.ts",
        "include: { user: true } });",
        "include: { user: true, membership: true } });\n    if (key?.membership.state !== 'ACTIVE') throw new UnauthorizedException();",
      )
      .ran("pnpm --filter api test", "Test Suites: 88 passed, 88 total\nTests:       913 passed, 913 total")
      .ran(
        "git log --format='%ad %h %s' --date=short -S'apiKey.findUnique' -- apps/api/src/auth/api-key.strategy.ts",
        "2024-09-18 e6ad013 API keys",
      )
      .said(
        "Since 2024-09-18 (`e6ad013`), when API keys were introduced. Keys of suspended memberships get a 401 now.",
      )
      .prompt("ok. the scim token: how stored")
      .said("Hashed with SHA-256, shown once on creation. One token per tenant.")
      .prompt(
        "make it two valid at a time, so they can rotate without a gap. varde's policy is every 90 days",
      )
      .edited(
        "/home/oluwaseun/atrium-api/prisma/schema.prisma",
        "scimTokenHash String?",
        "scimTokens ScimToken[]",
      )
      .ran(
        "dotenv -e .env.shadow -- pnpm prisma migrate dev --name scim_tokens",
        "Your database is now in sync with your schema.",
      )
      .ran("pnpm --filter api test:e2e scim", "Tests: 19 passed, 19 total")
      .said("Up to two tokens are valid for a tenant, a third one is refused.")
      .prompt("should errors be in scim format? i guess they have to")
      .said(
        "Yes, clients show `detail` to the admin. I've wrapped them in a filter: `schemas`, `status`, `detail`.",
      )
      .prompt(
        "nice. groups: product hasnt decided whether a group is a team or a role. so dont even stub it, 404",
      )
      .said("Nothing is there for groups, so they get a 404.")
      .prompt("seen enough, ship it. behind flag scim_enabled, only varde on")
      .ran(
        "git push -u origin scim-users",
        "remote: Create a pull request for 'scim-users' on GitHub by visiting:\nremote:      https://github.com/atrium-hq/atrium-api/pull/new/scim-users",
      )
      .said(
        "SCIM for users is complete and pushed: `apps/api/src/scim` with create, get, list, put, patch and delete, up to two tokens for each tenant, 19 e2e tests, behind `scim_enabled`.",
      );
  },
  keep: [
    { kind: ["learning", "decision", "correction"], words: ["one login one person|scim user = membership"] },
    { kind: ["preference", "learning", "decision"], words: ["never delete memberships"], type: "semantic" },
    { kind: ["command", "learning"], words: [".env.shadow"], type: ["procedural", "semantic"] },
    { kind: ["learning", "fix"], words: ["booleans arrive as the strings|scim.patch.ts", 'entra|"False"'] },
    { kind: ["correction", "learning", "decision"], words: ["nordlys does use delete"] },
    { kind: ["learning", "fix"], words: ["api-key.strategy.ts", "membership"] },
    { kind: ["decision", "learning", "preference"], words: ["two valid at a time|every 90 days"] },
    { kind: ["decision", "intention", "learning"], words: ["product hasnt decided"] },
    { kind: "outcome", words: ["apps/api/src/scim"], type: "episodic" },
  ],
  may: [
    { kind: "decision", words: ["scim_enabled"] },
    { kind: "learning", words: ["first customer is Varde"] },
    { kind: "learning", words: ["Okta follows the standard|sends `PUT`"] },
    { kind: "decision", words: ["SUSPENDED"] },
    { kind: "learning", words: ["2024-09-18"] },
    { kind: "intention", words: ["Mirela"] },
    { kind: "decision", words: ["SCIM id is the id of the membership"] },
    { kind: "outcome", words: ["scim"] },
  ],
  never: [
    "atr_scim_8Kq2vXw91LmZt",
    "answer `DELETE` with 501",
    "liv@varde.example",
    "could not be provisioned twice",
    "lucky we looked",
    "seen enough",
  ],
});

export default session;
