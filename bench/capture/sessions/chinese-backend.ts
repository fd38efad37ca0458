import { type LabelledSession, labelled } from "../session.ts";

/** In Chinese: a rule, a decision, a reminder; Java. */
const session: LabelledSession = labelled({
  name: "chinese-backend",
  project: "/home/lin/order",
  talk: (t) => {
    t.prompt("给订单接口加上分页。")
      .edited("/home/lin/order/src/OrderController.java", "List<Order>", "Page<Order>")
      .edited("/home/lin/order/src/OrderService.java", "findAll()", "findAll(pageable)")
      .ran("mvn -q test", "")
      .said("订单接口已经支持分页,测试全部通过。")
      .prompt("不对,分页从1开始,不是从0开始,前端都是这样约定的。")
      .edited("/home/lin/order/src/OrderController.java", "page", "page - 1")
      .said("已改成从1开始。")
      .prompt("以后都用中文写提交信息,不要用英文。")
      .said("好的。")
      .prompt("我们决定把历史订单迁到归档库,因为主库太大了。")
      .said("明白。")
      .prompt("上线之前提醒我检查索引。")
      .said("好的。")
      .prompt("测试为什么失败了?")
      .said("没有失败。");
  },
  keep: [
    {
      kind: ["correction", "preference", "learning"],
      type: "semantic",
      words: ["从1开始"],
      importance: [6, 9],
    },
    { kind: "preference", type: "semantic", words: ["提交信息"], importance: [6, 9] },
    { kind: "decision", words: ["归档库"], importance: [6, 9] },
    { kind: "intention", type: "prospective", words: ["索引"], importance: [4, 8] },
  ],
  may: [{ kind: "outcome", words: ["分页"] }],
});

export default session;
