export {
  type Answer,
  type Assistant,
  answerMessage,
  answerUnreadable,
  PROTOCOL_VERSIONS,
} from './answer-message.ts';
