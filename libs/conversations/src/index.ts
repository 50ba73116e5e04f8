export { ConversationsHttpModule, ConversationsModule } from './conversations.module.js';
export { ConversationsService } from './conversations.service.js';
